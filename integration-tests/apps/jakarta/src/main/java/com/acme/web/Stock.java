package com.acme.web;

import com.acme.app.Hits;

/** What a request does, besides answering. */
public final class Stock {

  private Stock() {}

  /** A guarded method. */
  public static String take() {
    Hits.count("stock");
    return "taken";
  }
}
