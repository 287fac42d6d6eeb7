package com.acme.web;

import com.acme.app.Hits;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** Not an HttpServlet. */
public final class RawServlet extends GenericServlet {

  @Override
  public void service(ServletRequest request, ServletResponse response) throws IOException {
    Hits.count("raw");
    response.getWriter().write("raw");
  }
}
