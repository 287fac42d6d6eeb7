package com.acme.shop;

import java.util.StringJoiner;

/** {@code GET /recommendations/{sku}}: a list, empty where nothing can be recommended. */
final class RecommendationServlet extends JsonServlet {

  private static final long serialVersionUID = 1L;

  private final transient Recommendations recommendations = new Recommendations();

  @Override
  String get(String argument) {
    StringJoiner json = new StringJoiner(",", "[", "]");
    for (String sku : recommendations.forSku(argument)) {
      json.add("\"" + sku + "\"");
    }
    return json.toString();
  }
}
