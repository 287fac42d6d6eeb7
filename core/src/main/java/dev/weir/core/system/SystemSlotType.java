package dev.weir.core.system;

import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.chain.SlotType;
import java.io.File;
import org.jspecify.annotations.Nullable;

/** {@code cpu}, {@code load} and {@code inbound-latency} of {@code system}. */
public final class SystemSlotType implements SlotType<SystemRule> {

  /**
   * A system property, for tests: a directory below which {@code proc} and {@code sys} are looked
   * for, instead of the root.
   */
  private static final String ROOT = "weir.cgroup-root";

  private final @Nullable SystemProbe probe;

  /** Asks the system that the JVM runs on. */
  public SystemSlotType() {
    this(null);
  }

  SystemSlotType(@Nullable SystemProbe probe) {
    this.probe = probe;
  }

  @Override
  public Class<SystemRule> ruleType() {
    return SystemRule.class;
  }

  @Override
  public Phase phase(SystemRule rule) {
    return Phase.SHED;
  }

  @Override
  public Slot slot(SystemRule rule, SlotContext context, @Nullable Slot before) {
    if (before instanceof SystemSlot earlier) {
      Overload overload = earlier.overload();
      overload.change(rule, context);
      return new SystemSlot(rule, context, overload);
    }
    return new SystemSlot(rule, context, new Overload(rule, context, probe()));
  }

  private SystemProbe probe() {
    return probe != null ? probe : new HostProbe(new File(System.getProperty(ROOT, "/")));
  }

  /** There is one such rule. */
  @Override
  public boolean sharesCounter(SystemRule before, SystemRule after) {
    return true;
  }
}
