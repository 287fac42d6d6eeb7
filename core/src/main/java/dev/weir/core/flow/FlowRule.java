package dev.weir.core.flow;

import dev.weir.core.Mode;
import dev.weir.core.rules.Rule;
import org.jspecify.annotations.Nullable;

/**
 * At most so many calls in any period.
 *
 * @param limit how many, and how long the period is
 */
public record FlowRule(@Nullable String name, @Nullable Mode mode, Rate limit) implements Rule {}
