#!/usr/bin/env bash
# What Weir adds to the start of a JVM: CPU (user and system, of all threads) and wall time of hello
# world and of the example shop, in alternating runs; and whether the JVM's shared archive is still
# in use.
set -eu

case " $* " in
  *" --help "* | *" -h "*)
    cat <<'USAGE'
Usage: [JAVA=/path/to/java] benchmarks/startup.sh [--runs=N] [--hello | --shop]

  --runs=N   alternating runs of each after one for warming up (default: 5)
  --hello    hello world only
  --shop     the shop only (Linux: its CPU time is read from /proc)
USAGE
    exit 0
    ;;
esac

. "$(dirname "$0")/common.sh"

runs=5
parts="hello shop"
for argument in "$@"; do
  case $argument in
    --runs=*) runs=${argument#--runs=} ;;
    --hello) parts=hello ;;
    --shop) parts=shop ;;
    *) fail "unknown option $argument; see --help" ;;
  esac
done
if [ ! -r /proc/self/stat ] && [ "$parts" != hello ]; then
  echo "No /proc here: the shop is left out." >&2
  parts=hello
fi

build

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/empty" "$work/one-line" "$work/realistic"
echo "weir: 1" >"$work/one-line/rules.yaml"
cp examples/rules.yaml "$work/realistic/rules.yaml"

root=$PWD
weir=-javaagent:$root/$agent

# The cases: what is written in the table, the directory it runs in, the JVM's options.
cases=("no agent" "empty agent" "weir, no file" "weir, weir: 1" "weir, rules.yaml")
directories=("$work/empty" "$work/empty" "$work/empty" "$work/one-line" "$work/realistic")
options=("-Dnothing=" "-javaagent:$root/$hello" "$weir" "$weir" "$weir")

# The median of the numbers on standard input.
median() {
  sort -n | awk '{ value[NR] = $1 } END { print (NR % 2) ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2 }'
}

# Appends "wall cpu" in milliseconds to a file.
TIMEFORMAT='%R %U %S'
run_hello() { # case, file
  local times
  times=$({ time (cd "${directories[$1]}" && "$java" "${options[$1]}" -jar "$root/$hello" >"$work/out" 2>"$work/err"); } 2>&1)
  [ "$(cat "$work/out")" = "Hello, world" ] || fail "${cases[$1]}: standard output is not hello world:" "$(cat "$work/out" "$work/err")"
  awk '{ printf "%d %d\n", $1 * 1000, ($2 + $3) * 1000 }' <<<"$times" >>"$2"
}

# From the start of the JVM until the shop says that it listens.
run_shop() { # case, file
  local start pid ticks end
  rm -f "$work/out"
  start=$(date +%s%N)
  (cd "${directories[$1]}" && exec "$java" "${options[$1]}" -Dshop.port=0 -jar "$root/$shop" >"$work/out" 2>"$work/err") &
  pid=$!
  until grep -q '^Shop is listening' "$work/out" 2>/dev/null; do
    kill -0 "$pid" 2>/dev/null || fail "${cases[$1]}: the shop did not start:" "$(cat "$work/out" "$work/err")"
    sleep 0.05
  done
  end=$(date +%s%N)
  ticks=$(sed 's/.*) //' "/proc/$pid/stat" | awk '{ print $12 + $13 }')
  kill "$pid"
  wait "$pid" 2>/dev/null || true
  grep -E 'VM warning|^WARNING: A |arning\]\[' "$work/out" "$work/err" >>"$work/shop-warnings" || true
  echo "$(((end - start) / 1000000)) $((ticks * 1000 / $(getconf CLK_TCK)))" >>"$2"
}

table() { # hello or shop, indices of cases
  local what=$1 run index cpu base=0 base_wall=0 wall
  shift
  for index in "$@"; do
    "run_$what" "$index" "$work/warm-up"
  done
  for ((run = 0; run < runs; run++)); do
    for index in "$@"; do
      "run_$what" "$index" "$work/$what-$index"
    done
  done
  printf '\n%-22s %9s %9s %9s %9s   %s\n' "$what" "cpu ms" "added" "wall ms" "added" "cpu of each run"
  for index in "$@"; do
    wall=$(cut -d' ' -f1 "$work/$what-$index" | median)
    cpu=$(cut -d' ' -f2 "$work/$what-$index" | median)
    if [ "$index" = "$1" ]; then
      base=$cpu
      base_wall=$wall
    fi
    awk -v name="${cases[$index]}" -v cpu="$cpu" -v base="$base" -v wall="$wall" -v base_wall="$base_wall" \
      -v each="$(cut -d' ' -f2 "$work/$what-$index" | tr '\n' ' ')" \
      'BEGIN { printf "%-22s %9.0f %+9.0f %9.0f %+9.0f   %s\n", name, cpu, cpu - base, wall, wall - base_wall, each }'
  done
}

# Where classes come from: the JDK's archive, one that the application recorded for itself (without
# an agent), or elsewhere. What the JVM says of its archive, and on the error stream.
archive() {
  local index shared own other warnings
  "$java" -XX:ArchiveClassesAtExit="$work/hello.jsa" -jar "$root/$hello" >/dev/null 2>&1
  printf '\n%-22s %9s %7s   %-12s %s\n' hello archived other "own archive" "warnings of the JVM"
  for index in "${!cases[@]}"; do
    load_classes "$index" -Xlog:cds:file="$work/cds"
    shared=$(grep -c 'source: shared objects file' "$work/classes" || true)
    other=$(grep 'source: ' "$work/classes" | grep -vc 'source: shared objects file' || true)
    warnings=$(grep -v '^weir: ' "$work/err" || true)
    load_classes "$index" -XX:SharedArchiveFile="$work/hello.jsa"
    own=$(grep -q ' com.acme.hello.Hello source: shared objects file (top)' "$work/classes" && echo used || echo "NOT USED")
    printf '%-22s %9d %7d   %-12s %s\n' "${cases[$index]}" "$shared" "$other" "$own" "${warnings:-none}"
  done
  echo "-Xlog:cds of the last: $(grep -m1 -o 'Mapped static.*' "$work/cds" || echo "NOT MAPPED")"
}

load_classes() { # case, one more option
  rm -f "$work/classes"
  (cd "${directories[$1]}" && "$java" "${options[$1]}" "$2" -Xlog:class+load:file="$work/classes" \
    -jar "$root/$hello" >"$work/out" 2>"$work/err")
}

machine
for part in $parts; do
  if [ "$part" = hello ]; then
    table hello 0 1 2 3 4
    archive
  else
    table shop 0 1 2 4
    echo "warnings of the JVM while the shop started: $(sort -u "$work/shop-warnings" | grep . || echo none)"
  fi
done
