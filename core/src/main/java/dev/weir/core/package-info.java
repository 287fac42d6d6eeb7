/** The engine: what is asked, what it answers, and the one clock. Uses the JDK only. */
@NullMarked
package dev.weir.core;

import org.jspecify.annotations.NullMarked;
