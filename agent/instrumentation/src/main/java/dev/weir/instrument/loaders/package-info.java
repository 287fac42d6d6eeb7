/** Lets class loaders that hide all but {@code java.*} find the bridge. */
@NullMarked
package dev.weir.instrument.loaders;

import org.jspecify.annotations.NullMarked;
