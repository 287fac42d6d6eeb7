/** How a library is instrumented: what it looks like in bytes, and which advice goes where. */
@NullMarked
package dev.weir.instrument;

import org.jspecify.annotations.NullMarked;
