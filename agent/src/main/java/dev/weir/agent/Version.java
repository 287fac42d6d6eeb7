package dev.weir.agent;

/** Which Weir this is. A constant: the isolated loader gives its packages no manifest. */
public final class Version {

  /** Equal to the version of the build, as a test sees to. */
  public static final String TEXT = "0.1.0";

  private Version() {}
}
