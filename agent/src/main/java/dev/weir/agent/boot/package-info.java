/**
 * What stands in the application's own loader: the entry points of the JVM, and the loader that
 * keeps everything else apart. {@link dev.weir.agent.boot.Premain} and {@link
 * dev.weir.agent.boot.Main} are compiled for Java 8, so that an old JVM gets a sentence instead of
 * an {@code UnsupportedClassVersionError}.
 */
package dev.weir.agent.boot;
