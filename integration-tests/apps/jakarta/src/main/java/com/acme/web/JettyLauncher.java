package com.acme.web;

import com.acme.app.Main;
import java.nio.file.Path;
import org.eclipse.jetty.ee10.servlet.DefaultServlet;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.resource.ResourceFactory;

/** Runs the application in Jetty 12, with static files below the first argument. */
public final class JettyLauncher implements Main.Launcher {

  @Override
  public int start(String[] arguments) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ContextHandlerCollection contexts = new ContextHandlerCollection();
    server.setHandler(contexts);
    contexts.addHandler(context(server, "/", arguments[0]));
    contexts.addHandler(context(server, "/second", arguments[0]));
    server.start();
    return connector.getLocalPort();
  }

  private static ServletContextHandler context(Server server, String path, String files) {
    ServletContextHandler context = new ServletContextHandler();
    context.setContextPath(path);
    context.setBaseResource(ResourceFactory.of(server).newResource(Path.of(files)));
    context.addServletContainerInitializer(new WebApp());
    ServletHolder holder = new ServletHolder("default", DefaultServlet.class);
    holder.setAsyncSupported(true);
    context.addServlet(holder, "/");
    ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
    errors.addErrorPage(500, "/error-page");
    context.setErrorHandler(errors);
    return context;
  }
}
