package com.acme.shop;

/** {@code GET /health}, for the load balancer. */
final class HealthServlet extends JsonServlet {

  private static final long serialVersionUID = 1L;

  @Override
  String get(String argument) {
    return "{\"status\":\"up\"}";
  }
}
