package dev.weir.agent.door;

import dev.weir.core.Inbound;
import dev.weir.core.chain.CallJudge;
import org.jspecify.annotations.Nullable;

/** A call that an application makes, perhaps while it serves a request: who called that, called. */
abstract class InnerCall extends KeyedCall {

  private final ServingThreads threads;

  InnerCall(CallJudge judge, ServingThreads threads) {
    super(judge);
    this.threads = threads;
  }

  @Override
  public final @Nullable Inbound inbound() {
    Serving serving = threads.current();
    return serving == null ? null : serving.inbound();
  }

  @Override
  final @Nullable String caller(@Nullable Object given) {
    Serving serving = threads.current();
    return serving == null ? null : serving.caller();
  }
}
