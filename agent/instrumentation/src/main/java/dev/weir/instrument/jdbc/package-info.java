/** JDBC: the statements of every driver and pool. */
@NullMarked
package dev.weir.instrument.jdbc;

import org.jspecify.annotations.NullMarked;
