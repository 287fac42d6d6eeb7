/** The rules as immutable data: what a rule file says once it is found valid. */
@NullMarked
package dev.weir.core.rules;

import org.jspecify.annotations.NullMarked;
