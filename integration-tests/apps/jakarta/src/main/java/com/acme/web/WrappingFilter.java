package com.acme.web;

import com.acme.app.Hits;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/** Passes request and response on as wrappers of its own, which forget attributes' names. */
public final class WrappingFilter implements Filter {

  @Override
  public void init(FilterConfig config) {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Hits.count("wrapping");
    chain.doFilter(
        new HttpServletRequestWrapper((HttpServletRequest) request),
        new HttpServletResponseWrapper((HttpServletResponse) response));
  }

  @Override
  public void destroy() {}
}
