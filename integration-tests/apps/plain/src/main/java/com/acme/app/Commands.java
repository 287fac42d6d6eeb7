package com.acme.app;

import java.util.Map;

/** A group of things that a test can ask the application to do. */
public interface Commands {

  Map<String, String> run(String command, String[] arguments) throws Exception;
}
