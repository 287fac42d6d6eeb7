/** The edge of each kind of call: what it is named, and what a refused one gets. */
@NullMarked
package dev.weir.agent.door;

import org.jspecify.annotations.NullMarked;
