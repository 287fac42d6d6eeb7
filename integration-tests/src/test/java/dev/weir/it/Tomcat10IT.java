package dev.weir.it;

class Tomcat10IT extends WebContract {

  Tomcat10IT() {
    super(Container.TOMCAT_10);
  }
}
