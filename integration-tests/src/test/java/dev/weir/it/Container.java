package dev.weir.it;

/** What can run the servlet application. */
enum Container {
  TOMCAT_9("javax", "com.acme.web.TomcatLauncher", "tomcat9"),
  TOMCAT_10("jakarta", "com.acme.web.TomcatLauncher", "tomcat10"),
  TOMCAT_11("jakarta", "com.acme.web.TomcatLauncher", "tomcat11"),
  JETTY_12("jakarta", "com.acme.web.JettyLauncher", "jetty12,jetty12-ee10"),
  JETTY_12_EE8("javax", "com.acme.web.JettyLauncher", "jetty12,jetty12-ee8");

  private final String api;
  private final String launcher;
  private final String libraries;

  Container(String api, String launcher, String libraries) {
    this.api = api;
    this.launcher = launcher;
    this.libraries = libraries;
  }

  /** The generation of the servlet API, as the application's folder is named. */
  String api() {
    return api;
  }

  Launch launch() {
    return Launch.webApp(api, launcher, libraries.split(",", -1));
  }
}
