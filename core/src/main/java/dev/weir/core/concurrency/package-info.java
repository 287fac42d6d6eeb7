/** How many calls are inside at once: {@code concurrency}. */
@NullMarked
package dev.weir.core.concurrency;

import org.jspecify.annotations.NullMarked;
