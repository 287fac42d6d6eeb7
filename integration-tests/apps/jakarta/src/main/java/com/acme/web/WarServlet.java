package com.acme.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Served from {@code WEB-INF/classes}, by the web application's own loader. */
public class WarServlet extends HttpServlet {

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getWriter().write(price(request.getPathInfo()) + " by " + getClass().getClassLoader());
  }

  /** A guarded method of a class that must be able to go. */
  public String price(String sku) {
    return "price of " + sku;
  }
}
