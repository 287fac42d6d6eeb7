#!/bin/sh
# What a guarded call costs: under the shipped agent, in the engine alone, and with the peers, all
# in one run. Prints one table; about five minutes.
set -eu

case " $* " in
  *" --help "* | *" -h "*)
    cat <<'USAGE'
Usage: [JAVA=/path/to/java] benchmarks/run.sh [--quick] [REGEX]

  --quick   half a second a benchmark: shows that everything runs, measures nothing
  REGEX     only benchmarks whose name it matches, e.g. GuardedCall

One thread for all benchmarks, two threads sharing one resource for those that are compared.
The whole of JMH: java -jar benchmarks/target/benchmarks.jar -h
USAGE
    exit 0
    ;;
esac

. "$(dirname "$0")/common.sh"

quick=
only=.
for argument in "$@"; do
  case $argument in
    --quick) quick="-wi 1 -i 1 -w 300ms -r 300ms" ;;
    -*) fail "unknown option $argument; see --help" ;;
    *) only=$argument ;;
  esac
done

build
results=benchmarks/target/results
mkdir -p "$results"
rm -f "$results"/*.csv

# JMH takes benchmarks that match any of several expressions; here all must.
measure() { # threads, names
  names=$("$java" -jar "$benchmarks" -l | sed -n 's/^dev\./dev./p' | grep -E "$2" | grep -E "$only" || true)
  [ -n "$names" ] || return 0
  expressions=$(echo "$names" | sed 's/.*/^&$/')
  # shellcheck disable=SC2086 # several words are meant
  if ! "$java" -jar "$benchmarks" $expressions -t "$1" -prof gc -foe true $quick \
    -rf csv -rff "$results/threads-$1.csv" >"$results/threads-$1.log" 2>&1; then
    tail -n 40 "$results/threads-$1.log" >&2
    fail "JMH failed; the whole log: $results/threads-$1.log"
  fi
}

machine
measure 1 .
measure 2 'Floor|\.(admitted|refusedWithValue|oneLimit|sentinel|resilience4j|bucket4j|guava|permit|semaphore|semaphoreFair|resilience4jBulkhead|weir)$'

cat "$results"/*.csv | awk -F, -v quick="${quick:+1}" '
  { gsub(/"/, "") }
  $1 == "Benchmark" { next }
  { name = $1; sub(/^dev\.weir\.benchmarks\./, "", name); sub(/Benchmark\./, " ", name) }
  name ~ /:gc\.alloc\.rate\.norm$/ { sub(/:.*/, "", name); bytes[name, $3] = $5; next }
  name ~ /:/ { next }
  { order[++n] = name SUBSEP $3; score[name, $3] = $5; error[name, $3] = $6 }
  END {
    printf "%-28s %7s %10s %9s %9s\n", "benchmark", "threads", "ns/op", "± 99.9%", "B/op"
    for (i = 1; i <= n; i++) {
      split(order[i], key, SUBSEP)
      printf "%-28s %7d %10.1f %9.1f %9.2f\n", key[1], key[2], score[order[i]], error[order[i]], bytes[order[i]]
      if (key[1] ~ /^(GuardedCall (measured|admitted|observed|wouldBlock)|Concurrency permit|Breaker weir)/ && !quick && bytes[order[i]] >= 0.1)
        allocating = allocating " " key[1] ";"
    }
    if (allocating != "") { print "ALLOCATES though it must not:" allocating; exit 1 }
  }'
