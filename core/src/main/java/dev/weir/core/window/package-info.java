/** The statistics of calls: exact totals, sliding windows and percentiles. */
@NullMarked
package dev.weir.core.window;

import org.jspecify.annotations.NullMarked;
