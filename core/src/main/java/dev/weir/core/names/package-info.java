/** The names under which calls without an entry are measured: bounded in number. */
@NullMarked
package dev.weir.core.names;

import org.jspecify.annotations.NullMarked;
