/** Protects the JVM as a whole: what it may use, what it uses, and the share of calls refused. */
@NullMarked
package dev.weir.core.system;

import org.jspecify.annotations.NullMarked;
