/** Shows what Weir does. */
@NullMarked
package dev.weir.agent.export;

import org.jspecify.annotations.NullMarked;
