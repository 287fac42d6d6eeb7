package com.acme.web;

import com.acme.app.Hits;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Says which order was asked for; HEAD, OPTIONS and TRACE are left to HttpServlet. */
public final class OrdersServlet extends HttpServlet {

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Hits.count("orders");
    response.setContentType("text/plain;charset=UTF-8");
    response.setHeader("X-Order", "seen");
    response.getWriter().write("order " + request.getPathInfo());
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Hits.count("orders");
    byte[] body = request.getInputStream().readAllBytes();
    response.setStatus(201);
    response.getOutputStream().write("posted ".getBytes(StandardCharsets.UTF_8));
    response.getOutputStream().write(body);
  }

  @Override
  protected void doPut(HttpServletRequest request, HttpServletResponse response) {
    Hits.count("orders");
    response.setStatus(204);
  }
}
