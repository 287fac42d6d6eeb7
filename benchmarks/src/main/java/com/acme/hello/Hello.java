package com.acme.hello;

/** The smallest application: what an agent adds to its start is the agent's. */
public final class Hello {

  private Hello() {}

  public static void main(String[] args) {
    System.out.println("Hello, world");
  }
}
