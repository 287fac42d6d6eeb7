package dev.weir.core.rules;

/** A pattern of an HTTP method and a path. */
record PathUse(String method, PathPattern path, PatternUse use) {}
