/** A service that does not know Weir; {@code rules.yaml} of this module guards its methods. */
@NullMarked
package com.acme.pricing;

import org.jspecify.annotations.NullMarked;
