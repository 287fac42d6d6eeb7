package dev.weir.it;

class Jetty12IT extends WebContract {

  Jetty12IT() {
    super(Container.JETTY_12);
  }
}
