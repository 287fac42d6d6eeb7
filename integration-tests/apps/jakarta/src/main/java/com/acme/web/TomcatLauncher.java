package com.acme.web;

import com.acme.app.Main;
import java.io.File;
import java.util.Set;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;

/** Runs the application in an embedded Tomcat, with static files below the first argument. */
public final class TomcatLauncher implements Main.Launcher {

  private static volatile Tomcat running;

  /** The Tomcat that was started. */
  static Tomcat running() {
    return running;
  }

  @Override
  public int start(String[] arguments) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(new File(arguments[0], "tomcat").getPath());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    context(tomcat, "", arguments[0]);
    context(tomcat, "/second", arguments[0]);
    tomcat.start();
    running = tomcat;
    return tomcat.getConnector().getLocalPort();
  }

  private static void context(Tomcat tomcat, String path, String files) {
    Context context = tomcat.addContext(path, files);
    context.addServletContainerInitializer(new WebApp(), Set.of());
    Wrapper servlet = Tomcat.addServlet(context, "default", new DefaultServlet());
    servlet.setAsyncSupported(true);
    context.addServletMappingDecoded("/", "default");
    ErrorPage page = new ErrorPage();
    page.setErrorCode(500);
    page.setLocation("/error-page");
    context.addErrorPage(page);
  }
}
