package dev.weir.core.keys;

/**
 * Stands for keys that have shared values to themselves. Equal to another of the same name, so that
 * they have them after a reload, too.
 */
public final class Group {

  private final String name;

  public Group(String name) {
    this.name = name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Group group && name.equals(group.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** Its name, for people. */
  @Override
  public String toString() {
    return name;
  }
}
