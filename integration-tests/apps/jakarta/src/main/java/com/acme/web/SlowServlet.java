package com.acme.web;

import com.acme.app.Hits;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Takes as many milliseconds as the last segment of its path says. */
public final class SlowServlet extends HttpServlet {

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Hits.count("slow");
    try {
      Thread.sleep(Long.parseLong(request.getPathInfo().substring(1)));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    response.getWriter().write("slow");
  }
}
