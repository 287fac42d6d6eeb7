package com.acme.shop;

/** {@code GET /shipping/{country}}. */
final class ShippingServlet extends JsonServlet {

  private static final long serialVersionUID = 1L;

  private final transient Shipping shipping = new Shipping();

  @Override
  String get(String argument) {
    Shipping.Cost cost = shipping.quote(argument);
    return "{\"cents\":" + cost.cents() + ",\"basis\":\"" + cost.basis() + "\"}";
  }
}
