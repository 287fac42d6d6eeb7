/** Forked JVMs with the shipped jar, against real servers and libraries. */
@NullMarked
package dev.weir.it;

import org.jspecify.annotations.NullMarked;
