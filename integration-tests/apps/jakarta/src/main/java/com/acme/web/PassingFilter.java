package com.acme.web;

import com.acme.app.Hits;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** Passes the request on as it is. */
public final class PassingFilter implements Filter {

  @Override
  public void init(FilterConfig config) {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Hits.count("passing");
    chain.doFilter(request, response);
  }

  @Override
  public void destroy() {}
}
