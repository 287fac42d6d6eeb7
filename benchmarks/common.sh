# Shared by the scripts beside it; they source it after `set -eu`.

cd "$(dirname "$0")/.."

agent=agent/target/weir-agent.jar
shop=examples/target/shop.jar
benchmarks=benchmarks/target/benchmarks.jar
hello=benchmarks/target/benchmarks-hello.jar

# The JVM that is measured; Maven builds with its own.
java=${JAVA:-${JAVA_HOME:+$JAVA_HOME/bin/}java}

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

command -v "$java" >/dev/null 2>&1 || fail "No Java found: set JAVA to a java command of version 17 or later."

# Whether a source is newer than what was built of it, or something was not built.
stale() {
  for built in "$agent" "$shop" "$benchmarks" "$hello"; do
    [ -f "$built" ] || return 0
  done
  [ -n "$(find pom.xml core agent examples benchmarks -name target -prune -o \
    \( -name '*.java' -o -name pom.xml \) -newer "$benchmarks" -print | head -n 1)" ]
}

build() {
  stale || return 0
  command -v mvn >/dev/null 2>&1 || fail "No Maven found: install Maven 3.8 or later."
  echo "Building the agent, the shop and the benchmarks (JDK 17, Maven) ..."
  mvn -q -B -pl agent,examples,benchmarks -am package -Dmaven.test.skip=true -Dstyle.color=never ||
    fail "The build failed; see above."
  # Maven leaves a jar alone whose content is the same.
  touch "$agent" "$shop" "$benchmarks" "$hello"
}

# What a number is worth depends on all of these.
machine() {
  "$java" -version 2>&1 | sed -n '1p;3p'
  cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
  echo "$(getconf _NPROCESSORS_ONLN) cores${cpu:+, $cpu}; load before the start: $(uptime | sed 's/.*averages*: //')"
}
