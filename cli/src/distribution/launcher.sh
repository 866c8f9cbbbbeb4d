#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts linkerd-multus with the Java runtime and the cache of loaded classes beside it. It is there by three names, which may be links:
# linkerd-multus (linkerd multus …), kubectl-linkerd_multus (kubectl linkerd-multus …) and kubectl_complete-linkerd_multus.
# LINKERD_MULTUS_JAVA_OPTIONS holds options of the JVM, such as -Xmx1g.

# Linkerd asks it of every extension at each of its checks.
if [ "${1-}" = _extension-metadata ]; then
  echo '@METADATA@'
  exit 0
fi

self=$0
case $self in */*) ;; *) self=./$self ;; esac
name=${self##*/}
while [ -h "$self" ]; do
  link=$(PATH=${PATH:-/usr/bin:/bin} readlink "$self") || break
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
home=$(CDPATH='' cd "${self%/*}/.." && pwd -P) || exit 3

# The cache is good for files of the times that they had when it was made, and some ways to install lose them (krew, cp -r). What has its
# time lies between these two, which no way to copy folders parts by another file.
kept() {
  for file in "$home"/app/*.jar "$home"/app/lib/*.jar "$home/runtime/lib/modules"; do
    { [ "$file" -nt "$home/app/times/older" ] && [ "$file" -ot "$home/app/times/newer" ]; } || return 1
  done
}

# Where this user may not, the program starts more slowly, and does the same.
put_right() (
  TZ=UTC0
  PATH=${PATH:-/usr/bin:/bin}
  export TZ PATH
  touch -c -t 197001010000.01 "$home"/app/*.jar "$home"/app/lib/*.jar "$home/runtime/lib/modules" &&
    touch -c -t 197001010000.00 "$home/app/times/older" &&
    touch -c -t 197001010000.02 "$home/app/times/newer"
) 2>/dev/null

kept || put_right || :

path=
for jar in @JARS@; do
  path=$path${path:+:}$home/app/$jar
done

case $name in
  kubectl_complete-*) set -- __complete "$@" ;;
esac
case $name in
  kubectl*)
    LINKERD_MULTUS_CALLED_AS='kubectl linkerd-multus'
    export LINKERD_MULTUS_CALLED_AS
    ;;
esac
# They are for another Java than this one.
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
# shellcheck disable=SC2086 # options are words
exec "$home/runtime/bin/java" @OPTIONS@ "-XX:AOTCache=$home/app/app.aot" ${LINKERD_MULTUS_JAVA_OPTIONS-} -cp "$path" @MAIN@ "$@"
