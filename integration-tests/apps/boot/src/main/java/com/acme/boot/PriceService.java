package com.acme.boot;

import org.springframework.stereotype.Service;

/** A service class as applications have them. */
@Service
public class PriceService {

  public long price(String sku) {
    return 100L + sku.length();
  }
}
