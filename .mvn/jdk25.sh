# SPDX-License-Identifier: Apache-2.0
# Sourced by mvnw and demo: points JAVA_HOME at a JDK 25, or says how to get one.
# Micronaut's annotation processors run inside javac and are compiled for Java 25, so Maven itself has to run on it.

is_jdk25() {
  [ -x "$1/bin/javac" ] && grep -qs '^JAVA_VERSION="25[."]' "$1/release"
}

find_jdk25() {
  on_path=$(command -v javac 2>/dev/null) && on_path=$(readlink -f "$on_path") && on_path=${on_path%/bin/javac} || on_path=
  set +f
  for candidate in "${JAVA_HOME-}" "$on_path" /usr/lib/jvm/* /opt/java/* "${HOME-}"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -n "$candidate" ] && is_jdk25 "$candidate"; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}

if jdk25=$(find_jdk25); then
  JAVA_HOME=$jdk25
  export JAVA_HOME
else
  echo "linkerd-multus needs a JDK 25, and none was found in JAVA_HOME (${JAVA_HOME:-not set}), on the PATH or under /usr/lib/jvm." >&2
  echo "Install one (for example the package temurin-25-jdk), or set JAVA_HOME to where it is, and call this again." >&2
  exit 1
fi
