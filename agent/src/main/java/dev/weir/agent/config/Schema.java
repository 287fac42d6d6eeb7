package dev.weir.agent.config;

import static dev.weir.core.Kind.HTTP;
import static dev.weir.core.Kind.METHOD;
import static dev.weir.core.Kind.SQL;
import static dev.weir.core.Kind.WEB;

import dev.weir.core.Mode;
import dev.weir.core.rules.AddressRange;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.MethodPattern;
import dev.weir.core.rules.OnBlock.MethodName;
import dev.weir.core.rules.OnBlock.Returned;
import dev.weir.core.rules.RequestValue;
import dev.weir.core.rules.ResourcePattern;
import java.util.List;
import java.util.Map;

/** Every key of the rule file, one line each. What they mean together is for the readers to say. */
final class Schema {

  private Schema() {}

  // What a refused call gets: one answer.
  static final Section ANSWER = new Section("answer", "a mapping, e.g. {status: 429},");
  static final Key<Integer> STATUS =
      ANSWER.key("status", new IntegerType(200, 599), "of the response", WEB, HTTP);
  static final Key<Map<String, String>> HEADERS =
      ANSWER.key("headers", new HeadersType(), "of the response", WEB, HTTP);
  static final Key<String> CONTENT_TYPE =
      ANSWER.key("content-type", new MediaType(), "of the body", WEB, HTTP);
  static final Key<String> BODY = ANSWER.key("body", new BodyType(), "of the response", WEB, HTTP);
  static final Key<String> THROW =
      ANSWER.key("throw", new ClassNameType(), "exception to throw", HTTP, SQL, METHOD);
  static final Key<Returned> RETURN =
      ANSWER.key("return", new ReturnType(), "value to return", METHOD);
  static final Key<MethodName> CALL =
      ANSWER.key("call", new MethodNameType(), "static method to call instead", METHOD);

  static {
    ANSWER.together(Constraint.atMostOne(THROW, RETURN, CALL));
  }

  // What a refused call gets: for all reasons, and for single ones.
  static final Section ON_BLOCK =
      new Section("on-block", "a mapping, e.g. {status: 429},").including(ANSWER);
  static final Key<Values> ON_FLOW = ON_BLOCK.key("flow", ANSWER, "refused by a flow rule");
  static final Key<Values> ON_CONCURRENCY =
      ON_BLOCK.key("concurrency", ANSWER, "refused by a concurrency rule");
  static final Key<Values> ON_BREAKER = ON_BLOCK.key("breaker", ANSWER, "refused by a breaker");
  static final Key<Values> ON_SYSTEM = ON_BLOCK.key("system", ANSWER, "refused to protect the JVM");
  static final Key<Values> ON_ACCESS = ON_BLOCK.key("access", ANSWER, "refused by an access rule");

  // An entry of resources.
  static final Section RESOURCE =
      new Section("resources", "a mapping, e.g. {match: \"web:GET /\", flow: {limit: 500/s}},");
  static final Key<List<ResourcePattern>> MATCH =
      RESOURCE.required(
          "match",
          ListType.oneOrMore(new PatternType()),
          "the calls it holds for, a name or a list");
  static final Key<String> NAME =
      RESOURCE.key("name", new NameType(), "identity across reloads, instead of match");
  static final Key<List<ResourcePattern>> EXCEPT =
      RESOURCE.key("except", ListType.oneOrList(new PatternType()), "calls it does not hold for");
  static final Key<List<String>> ENTRY_CALLER =
      RESOURCE.key(
          "caller",
          ListType.oneOrMore(CallerType.orOther()),
          "only calls of these callers; other: of those that no entry with the same match names");
  static final Key<List<ResourcePattern>> FROM =
      RESOURCE.key(
          "from",
          ListType.oneOrMore(new PatternType()),
          "only calls made while serving one of these requests",
          HTTP,
          SQL,
          METHOD);
  static final Key<List<RequestValue>> WHEN =
      RESOURCE.key(
          "when",
          ListType.oneOrMore(new RequestValueType()),
          "only requests with this value, or with all of these",
          WEB);
  static final Key<Boolean> UNLISTED =
      RESOURCE.key("unlisted", new BooleanType(), "only calls that no other entry matches");
  static final Key<Mode> ENTRY_MODE =
      RESOURCE.key("mode", new ModeType(), "of this entry, instead of the file's");
  static final Key<Values> ENTRY_ON_BLOCK =
      RESOURCE.key("on-block", ON_BLOCK, "what a refused call gets");

  static final KeyingKeys ENTRY_KEYING = new KeyingKeys(RESOURCE, null);

  static {
    RESOURCE.together(Constraint.needs(ENTRY_KEYING.overrides, ENTRY_KEYING.per));
  }

  /** The kinds of rules, in the order in which an entry is evaluated. */
  static final List<RuleKeys> RULES =
      List.of(new AccessKeys(), new BreakerKeys(), new FlowKeys(), new ConcurrencyKeys());

  // instrument
  static final Section INSTRUMENT = new Section("instrument", "a mapping, e.g. {sql: false},");
  static final Key<Boolean> WEB_DOOR = INSTRUMENT.key("web", new BooleanType(), "inbound HTTP");
  static final Key<Boolean> HTTP_DOOR = INSTRUMENT.key("http", new BooleanType(), "HTTP clients");
  static final Key<Boolean> SQL_DOOR = INSTRUMENT.key("sql", new BooleanType(), "JDBC");
  static final Key<List<MethodPattern>> METHODS =
      INSTRUMENT.key("methods", ListType.oneOrList(new MethodPatternType()), "methods to guard");
  static final Key<List<String>> EXCLUDE =
      INSTRUMENT.key("exclude", ListType.oneOrList(new ClassPatternType()), "classes left alone");

  // exempt
  static final Section EXEMPTION =
      new Section("exempt", "a mapping, e.g. {match: \"web:GET /health\"},");
  static final Key<List<ResourcePattern>> EXEMPT_MATCH =
      EXEMPTION.key(
          "match",
          ListType.oneOrMore(new PatternType()),
          "the calls that are never refused, a name or a list; without it every request");
  static final Key<List<RequestValue>> EXEMPT_WHEN =
      EXEMPTION.key(
          "when",
          ListType.oneOrMore(new RequestValueType()),
          "only requests with this value; of a list, with all");

  static {
    EXEMPTION.together(Constraint.atLeastOne(EXEMPT_MATCH, EXEMPT_WHEN));
  }

  // client-ip
  static final Section CLIENT_IP =
      new Section(
          "client-ip", "a mapping, e.g. {header: X-Forwarded-For, trusted-proxies: [10.0.0.0/8]},");
  static final Key<String> CLIENT_IP_HEADER =
      CLIENT_IP.required(
          "header",
          new HeaderNameType(),
          "the one to which each proxy adds whom it was called from");
  static final Key<List<AddressRange>> TRUSTED_PROXIES =
      CLIENT_IP.required(
          "trusted-proxies",
          ListType.oneOrMore(new AddressRangeType()),
          "addresses of proxies whose word is taken");

  static final SystemKeys SYSTEM_KEYS = new SystemKeys();

  // The file.
  static final Section FILE = new Section("top", "a mapping that begins with weir: 1");
  static final Key<Integer> WEIR =
      FILE.required("weir", new FormatType(), "the version of the format, 1");
  static final Key<Mode> MODE = FILE.key("mode", new ModeType(), "how far the rules act");
  static final Key<String> APP = FILE.key("app", new NameType(), "name in metrics");
  static final Key<Values> INSTRUMENTED =
      FILE.key("instrument", INSTRUMENT, "which calls are seen");
  static final Key<KeyPart> CALLER =
      FILE.key("caller", new RequestPartType(), "what of a request says who is calling");
  static final Key<Values> FILE_CLIENT_IP =
      FILE.key("client-ip", CLIENT_IP, "where a client's address is found behind proxies");
  static final Key<List<Values>> EXEMPT =
      FILE.key("exempt", ListType.list(EXEMPTION, "a list"), "calls that no rule refuses");
  static final Key<Values> FILE_ON_BLOCK =
      FILE.key("on-block", ON_BLOCK, "where an entry has none");
  static final Key<Values> SYSTEM =
      FILE.key("system", SYSTEM_KEYS.section, "limits that protect the JVM as a whole");
  static final Key<List<Values>> RESOURCES =
      FILE.key("resources", ListType.list(RESOURCE, "a list of entries"), "the rules");
}
