package dev.weir.it;

class Tomcat11IT extends WebContract {

  Tomcat11IT() {
    super(Container.TOMCAT_11);
  }
}
