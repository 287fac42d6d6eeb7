package dev.weir.core.rules;

import java.util.List;

/**
 * Where the address of a client is found behind proxies.
 *
 * @param header in which each proxy adds the address that it was called from: {@code
 *     X-Forwarded-For}, {@code Forwarded} or another of the form of the first
 * @param trustedProxies whose word is taken; at least one range
 */
public record ClientIp(String header, List<AddressRange> trustedProxies) {

  public ClientIp {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Whether an address is that of a trusted proxy. */
  public boolean trusts(IpAddress address) {
    for (int i = 0; i < trustedProxies.size(); i++) {
      if (trustedProxies.get(i).contains(address)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the header is that of RFC 7239, which has a syntax of its own. */
  public boolean isStandard() {
    return header.equalsIgnoreCase("Forwarded");
  }
}
