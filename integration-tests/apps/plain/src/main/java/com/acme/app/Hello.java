package com.acme.app;

/** Says hello, calls a service as often as it is told to, and ends. */
public final class Hello {

  private Hello() {}

  public static void main(String[] args) {
    System.out.println("hello");
    int calls = args.length == 0 ? 0 : Integer.parseInt(args[0]);
    for (int i = 0; i < calls; i++) {
      try {
        System.out.println(new PriceService().query("abc"));
      } catch (RuntimeException refused) {
        System.out.println(refused.getClass().getName());
      }
    }
  }
}
