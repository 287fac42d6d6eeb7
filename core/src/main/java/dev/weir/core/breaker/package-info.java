/** Stops calls to what is broken, and tries again: {@code breaker}. */
@NullMarked
package dev.weir.core.breaker;

import org.jspecify.annotations.NullMarked;
