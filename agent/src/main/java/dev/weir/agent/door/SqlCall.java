package dev.weir.agent.door;

import dev.weir.core.Engine;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.chain.SlotChain;
import dev.weir.core.rules.KeyPart;
import org.jspecify.annotations.Nullable;

/** A statement that is executed. */
final class SqlCall extends InnerCall {

  private final Engine engine;
  private final String database;
  private final SqlName name;

  SqlCall(CallJudge judge, ServingThreads threads, Engine engine, String database, SqlName name) {
    super(judge, threads);
    this.engine = engine;
    this.database = database;
    this.name = name;
  }

  @Override
  String resource() {
    return engine.sqlName(database, name.verb(), name.table());
  }

  @Override
  public @Nullable SlotChain unlisted(boolean exempt) {
    return engine.unlistedSql(database, name.verb(), name.table());
  }

  @Override
  @Nullable String attribute(KeyPart part, @Nullable Object given) {
    return null;
  }
}
