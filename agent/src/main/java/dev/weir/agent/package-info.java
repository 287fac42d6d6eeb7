/** Wires the engine, the rule file and the instrumentations into a Java agent. */
@NullMarked
package dev.weir.agent;

import org.jspecify.annotations.NullMarked;
