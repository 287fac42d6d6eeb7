package dev.weir.it;

class H2HikariIT extends H2IT {

  @Override
  boolean pooled() {
    return true;
  }
}
