package dev.weir.it;

class Jetty12Ee8IT extends WebContract {

  Jetty12Ee8IT() {
    super(Container.JETTY_12_EE8);
  }
}
