/**
 * The demo: starts the shop under the agent, drives it, shows the rules acting, and measures from
 * outside whether they held.
 */
@NullMarked
package dev.weir.examples;

import org.jspecify.annotations.NullMarked;
