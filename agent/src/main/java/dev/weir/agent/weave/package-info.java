/** Puts advice into classes: looks at names and bytes first, then lets Byte Buddy do it. */
@NullMarked
package dev.weir.agent.weave;

import org.jspecify.annotations.NullMarked;
