/**
 * What the bootstrap loader holds of Weir: the few types that advice in application and JDK classes
 * may name. Uses {@code java.base} only, keeps no state but the one guard, and never lets anything
 * it throws reach the application.
 */
@NullMarked
package dev.weir.bridge;

import org.jspecify.annotations.NullMarked;
