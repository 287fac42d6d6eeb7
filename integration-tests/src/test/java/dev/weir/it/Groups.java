package dev.weir.it;

/** The command groups of the application: classes that its control port runs by name. */
final class Groups {

  static final String METHODS = "com.acme.app.MethodCommands";
  static final String HTTP = "com.acme.app.HttpCommands";
  static final String JDBC = "com.acme.app.JdbcCommands";
  static final String JVM = "com.acme.app.JvmCommands";
  static final String LOAD = "com.acme.app.LoadCommands";
  static final String OLD_LIBRARIES = "com.acme.app.OldLibraryCommands";
  static final String DEPLOY = "com.acme.web.DeployCommands";

  private Groups() {}
}
