/** Access rules: which callers may call at all. */
@NullMarked
package dev.weir.core.access;

import org.jspecify.annotations.NullMarked;
