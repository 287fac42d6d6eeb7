/** A small shop: orders, quotes, recommendations, shipping and a sales report over HTTP. */
@NullMarked
package com.acme.shop;

import org.jspecify.annotations.NullMarked;
