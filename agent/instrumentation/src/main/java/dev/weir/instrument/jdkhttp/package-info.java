/** The JDK's own HTTP client, {@code java.net.http}. */
@NullMarked
package dev.weir.instrument.jdkhttp;

import org.jspecify.annotations.NullMarked;
