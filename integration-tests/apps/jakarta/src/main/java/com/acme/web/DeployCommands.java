package com.acme.web;

import com.acme.app.Commands;
import com.acme.app.Outcome;
import java.lang.ref.WeakReference;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** Deploys and undeploys a web application with a class loader of its own. */
public final class DeployCommands implements Commands {

  private Context deployed;
  private WeakReference<ClassLoader> loader = new WeakReference<>(null);

  @Override
  public synchronized Map<String, String> run(String command, String[] arguments) throws Exception {
    return switch (command) {
      case "deploy" -> deploy(arguments[0]);
      case "undeploy" -> undeploy();
      case "collected" -> {
        System.gc();
        yield Outcome.value(loader.get() == null);
      }
      default -> throw new IllegalArgumentException(command);
    };
  }

  /** The directory holds {@code WEB-INF/classes} with a copy of {@link WarServlet}. */
  private Map<String, String> deploy(String directory) {
    Tomcat tomcat = TomcatLauncher.running();
    deployed = tomcat.addContext("/war", directory);
    Tomcat.addServlet(deployed, "war", "com.acme.web.WarServlet");
    deployed.addServletMappingDecoded("/*", "war");
    loader = new WeakReference<>(deployed.getLoader().getClassLoader());
    return Outcome.value(loader.get() != DeployCommands.class.getClassLoader());
  }

  private Map<String, String> undeploy() throws Exception {
    deployed.stop();
    deployed.destroy();
    TomcatLauncher.running().getHost().removeChild(deployed);
    deployed = null;
    return Outcome.value("undeployed");
  }
}
