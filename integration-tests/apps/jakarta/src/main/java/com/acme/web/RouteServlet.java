package com.acme.web;

import com.acme.app.Hits;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Passes requests on to other servlets, and answers for those that failed. */
public final class RouteServlet extends HttpServlet {

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    switch (request.getServletPath()) {
      case "/forward" -> {
        Hits.count("forward");
        request.getRequestDispatcher("/orders/7").forward(request, response);
      }
      case "/include" -> {
        Hits.count("include");
        response.getWriter().write("before ");
        request.getRequestDispatcher("/orders/8").include(request, response);
        response.getWriter().write(" after");
      }
      default -> {
        Hits.count("error-page");
        response.getWriter().write("error page for " + response.getStatus());
      }
    }
  }
}
