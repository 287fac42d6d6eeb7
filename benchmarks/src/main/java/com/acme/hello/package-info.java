/** What {@code startup.sh} starts. */
@NullMarked
package com.acme.hello;

import org.jspecify.annotations.NullMarked;
