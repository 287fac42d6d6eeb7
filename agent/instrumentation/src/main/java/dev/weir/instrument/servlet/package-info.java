/**
 * The inbound web door: servlets and filters of both generations of the servlet API. The advice is
 * written for {@code jakarta.servlet}; the build derives the copy for {@code javax.servlet}.
 */
@NullMarked
package dev.weir.instrument.servlet;

import org.jspecify.annotations.NullMarked;
