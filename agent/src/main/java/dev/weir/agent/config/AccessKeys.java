package dev.weir.agent.config;

import dev.weir.core.BlockReason;
import dev.weir.core.access.AccessRule;
import dev.weir.core.access.AccessRule.OnNamed;
import dev.weir.core.rules.Rule;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How is written which callers may call: one of {@code allow} and {@code deny}. */
final class AccessKeys extends RuleKeys {

  final Key<List<String>> allow =
      section.key("allow", ListType.oneOrMore(new CallerType()), "only these callers may call");
  final Key<List<String>> deny =
      section.key("deny", ListType.oneOrMore(new CallerType()), "these callers may not call");

  AccessKeys() {
    super(
        BlockReason.ACCESS,
        "a mapping, e.g. {allow: [console, ops]},",
        "which callers may call",
        false);
    section.together(Constraint.atMostOne(allow, deny), Constraint.atLeastOne(allow, deny));
  }

  @Override
  @Nullable Rule rule(Values values, Reading reading) {
    if (values.has(allow) && values.has(deny)) {
      reading.error(
          values, deny, "either allow or deny; those that allow does not name are refused anyway");
      return null;
    }
    if (!values.wants(allow) && !values.wants(deny)) {
      reading.error(
          values.node(), values.path(), "says nothing; write allow or deny and names of callers");
      return null;
    }
    boolean allows = values.has(allow);
    List<String> callers = values.get(allows ? allow : deny);
    if (callers == null) {
      return null;
    }
    return new AccessRule(
        values.get(name),
        values.get(mode),
        allows ? OnNamed.ALLOW : OnNamed.DENY,
        new LinkedHashSet<>(callers));
  }
}
