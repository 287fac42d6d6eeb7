package dev.weir.it;

class Tomcat9IT extends WebContract {

  Tomcat9IT() {
    super(Container.TOMCAT_9);
  }
}
