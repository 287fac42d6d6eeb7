package dev.weir.core;

/**
 * The inbound request that a call serves.
 *
 * @param method of HTTP
 * @param path as the container decoded it
 */
public record Inbound(String method, String path) {}
