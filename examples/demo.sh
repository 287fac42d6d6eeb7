#!/bin/sh
# Builds Weir and the example shop, starts the shop under the agent, drives it and shows the rules
# acting. Needs a JDK 17 and Maven; listens and sends on 127.0.0.1 only.
set -eu
cd "$(dirname "$0")/.."

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

case " $* " in
  *" --help "* | *" -h "*)
    cat <<'USAGE'
Usage: examples/demo.sh [--serve] [--plain] [--port=N]

  --serve    keep the shop running after the demo, until Ctrl-C
  --plain    one line a second instead of a table that is drawn over itself
  --port=N   port of the shop on 127.0.0.1 (default: a free one)
USAGE
    exit 0
    ;;
esac

if [ -n "${JAVA_HOME:-}" ]; then
  java=$JAVA_HOME/bin/java
else
  java=java
fi
command -v "$java" >/dev/null 2>&1 ||
  fail "No Java found: install a JDK 17 (Debian, Ubuntu: apt-get install openjdk-17-jdk-headless)," \
    "or set JAVA_HOME to one."

agent=agent/target/weir-agent.jar
shop=examples/target/shop.jar
demo=examples/target/shop-demo.jar

# Whether a source is newer than what was built of it.
stale() {
  for built in "$agent" "$shop" "$demo"; do
    [ -f "$built" ] || return 0
  done
  [ -n "$(find pom.xml core agent examples -name target -prune -o \
    \( -name '*.java' -o -name pom.xml \) -newer "$demo" -print | head -n 1)" ]
}

if stale; then
  command -v mvn >/dev/null 2>&1 ||
    fail "No Maven found: install Maven 3.8 or later (Debian, Ubuntu: apt-get install maven)."
  version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p')
  [ "$version" = 17 ] ||
    fail "Weir is built with JDK 17; $java is version ${version:-unknown}. Set JAVA_HOME to a JDK 17."
  echo "Building the agent and the shop; the first time Maven downloads, which can take minutes ..."
  mvn -q -B -pl agent,examples -am package -DskipTests -Dstyle.color=never ||
    fail "The build failed; see above."
  # Maven leaves a jar alone whose content is the same.
  touch "$agent" "$shop" "$demo"
fi

terminal=
if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]; then
  terminal=--terminal
fi
# Small and quick to start: the demo shares the machine with the shop.
exec "$java" -Xshare:auto -XX:TieredStopAtLevel=1 -Xmx128m -jar "$demo" $terminal "$@"
