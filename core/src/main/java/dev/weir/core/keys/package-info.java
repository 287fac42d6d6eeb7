/** Counters of their own for each value of a call: {@code per} and what belongs to it. */
@NullMarked
package dev.weir.core.keys;

import org.jspecify.annotations.NullMarked;
