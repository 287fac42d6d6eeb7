package dev.weir.agent.door;

import dev.weir.core.rules.ClientIp;
import dev.weir.core.rules.IpAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of clients as keys. Of an IPv6 address the first 64 bits: its owner has all the others
 * to choose from.
 */
final class ClientAddress {

  private ClientAddress() {}

  /** The key of whoever sent a request. */
  static @Nullable String of(RequestApi api, Object request, @Nullable ClientIp config) {
    String remote = api.remoteAddress(request);
    if (remote == null || config == null) {
      return key(remote);
    }
    IpAddress address = ProxyChain.address(remote);
    if (address == null || !config.trusts(address)) {
      return key(remote);
    }
    List<String> lines = api.headers(request, config.header());
    return key(new ProxyChain(config).client(address, lines));
  }

  /**
   * The key of an address.
   *
   * @param address as a container writes it: no name, perhaps in brackets or with a zone
   */
  static @Nullable String key(@Nullable String address) {
    if (address == null || address.isEmpty()) {
      return null;
    }
    IpAddress parsed = ProxyChain.address(address);
    return parsed == null ? address : key(parsed);
  }

  private static String key(IpAddress address) {
    return address.isV4() ? address.toString() : address.network() + "::/64";
  }
}
