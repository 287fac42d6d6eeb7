package com.acme.web;

import com.acme.app.Hits;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Fails in the way that the path names. */
public final class FailServlet extends HttpServlet {

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Hits.count("fail");
    switch (String.valueOf(request.getPathInfo())) {
      case "/io" -> throw new IOException("an input/output failure");
      case "/servlet" -> throw new ServletException("a servlet failure", new Error("cause"));
      case "/runtime" -> throw new IllegalStateException("a failure");
      case "/send-error" -> response.sendError(500, "said by the servlet");
      case "/status" -> response.setStatus(502);
      case "/not-found" -> response.sendError(404);
      default -> throw new AssertionError("an error");
    }
  }
}
