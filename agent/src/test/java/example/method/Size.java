package example.method;

/** An enum, to which the compiler adds methods. */
enum Size {
  SMALL,
  LARGE;

  static Size largest() {
    return LARGE;
  }
}
