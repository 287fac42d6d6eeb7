/** How the slots of one call are asked, in which order, and undone. */
@NullMarked
package dev.weir.core.chain;

import org.jspecify.annotations.NullMarked;
