/** Guards methods that the rule file names. */
@NullMarked
package dev.weir.instrument.methods;

import org.jspecify.annotations.NullMarked;
