#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Called by mvnw as MAVEN ARGUMENT...: runs Maven, ends with its exit code, and prints before that which test classes took longest, if any ran.
# With --quiet only where Maven failed.
set -eu

most=30
root=$(cd "$(dirname "$0")/.." && pwd)

# Prints seconds, module and class of each report that this run has written. Attributes of Surefire's element testsuite are on one line.
classes() {
  find "$root"/*/target/surefire-reports "$root"/*/target/failsafe-reports \
    -name 'TEST-*.xml' -newer "$stamp" -exec awk '
      function value(attribute) {
        return match($0, " " attribute "=\"[^\"]*\"") ? substr($0, RSTART + length(attribute) + 3, RLENGTH - length(attribute) - 4) : ""
      }
      FNR == 1 { found = 0 }
      !found && /<testsuite / {
        found = 1
        depth = split(FILENAME, path, "/")
        print value("time"), path[depth - 3], value("name")
      }' {} + 2>/dev/null || :
}

report() {
  classes | LC_ALL=C sort -rn | LC_ALL=C awk -v most="$most" '
    { all += $1 }
    NR <= most { lines = lines sprintf("%9.1f s  %-14s %s\n", $1, $2, $3) }
    END {
      if (NR > 0) {
        printf "The slowest test classes, %d of %d, which took %.1f s together:\n%s", NR < most ? NR : most, NR, all, lines
      }
    }'
}

is_quiet() {
  for option in "$@"; do
    case $option in
      -q | --quiet) return 0 ;;
    esac
  done
  return 1
}

# A shell has what it starts beside itself ignore ^C, and so all that Maven starts; the env of coreutils 8.31 undoes that.
stamp=
if ! env --default-signal=INT,QUIT true 2>/dev/null || ! stamp=$(mktemp); then
  exec "$@"
fi
trap 'rm -f "$stamp"' EXIT

# Maven runs beside this shell, which hands on what it is told to end by: a shell in whose foreground Maven runs would do so only afterwards.
maven='' signal=''
hand_on() {
  signal=$1
  [ -z "$maven" ] || kill -s "$signal" "$maven" 2>/dev/null || :
}
trap 'hand_on HUP' HUP
trap 'hand_on INT' INT
trap 'hand_on TERM' TERM
# Without an input of its own this would end here.
if ! (exec 3<&0) 2>/dev/null; then
  exec </dev/null
fi
exec 3<&0
env --default-signal=INT,QUIT "$@" <&3 3<&- &
maven=$!
exec 3<&-
[ -z "$signal" ] || hand_on "$signal"

status=0
wait "$maven" || status=$?
# A signal ends the wait and not Maven; 127 is said of a Maven that was waited for already.
while [ -n "$signal" ]; do
  signal='' again=0
  wait "$maven" || again=$?
  [ "$again" = 127 ] || status=$again
done

if [ "$status" != 0 ] || ! is_quiet "$@"; then
  report
fi
exit "$status"
