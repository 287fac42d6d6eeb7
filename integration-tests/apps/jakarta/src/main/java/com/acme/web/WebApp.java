package com.acme.web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.util.EnumSet;
import java.util.Set;

/** Registers servlets and filters with any container. */
public final class WebApp implements ServletContainerInitializer {

  @Override
  public void onStartup(Set<Class<?>> classes, ServletContext context) {
    servlet(context, "orders", new OrdersServlet(), "/orders/*", "/passing/*", "/wrapped/*");
    servlet(context, "async", new AsyncServlet(), "/async/*");
    servlet(context, "route", new RouteServlet(), "/forward", "/include", "/error-page");
    servlet(context, "fail", new FailServlet(), "/fail/*");
    servlet(context, "raw", new RawServlet(), "/raw/*");
    servlet(context, "serving", new ServingServlet(), "/serving/*");
    servlet(context, "slow", new SlowServlet(), "/slow/*");
    filter(context, "answering", new AnsweringFilter(), "/filtered/*");
    filter(context, "wrapping", new WrappingFilter(), "/wrapped/*");
    filter(context, "passing", new PassingFilter(), "/passing/*");
  }

  private static void servlet(
      ServletContext context, String name, Servlet servlet, String... paths) {
    ServletRegistration.Dynamic registration = context.addServlet(name, servlet);
    registration.setAsyncSupported(true);
    registration.addMapping(paths);
  }

  private static void filter(ServletContext context, String name, Filter filter, String path) {
    FilterRegistration.Dynamic registration = context.addFilter(name, filter);
    registration.setAsyncSupported(true);
    registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, path);
  }
}
