/** Limits on the number of calls in a period. */
@NullMarked
package dev.weir.core.flow;

import org.jspecify.annotations.NullMarked;
