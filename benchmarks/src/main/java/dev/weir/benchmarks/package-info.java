/** What a call costs: under the shipped agent, in the engine alone, and with the peers. */
@NullMarked
package dev.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
