package com.acme.web;

import com.acme.app.Hits;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** Answers itself: no servlet sees the request. */
public final class AnsweringFilter implements Filter {

  @Override
  public void init(FilterConfig config) {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException {
    Hits.count("filtered");
    response.getWriter().write("filtered");
  }

  @Override
  public void destroy() {}
}
