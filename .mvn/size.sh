#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints for each module how many lines its main code has, and how many types: classes, records, interfaces, enums and annotations, nested
# ones too. Types per 1,000 lines tell how many concepts a reader meets.
set -eu

cd "$(dirname "$0")/.."

printf '%-14s %8s %8s %10s\n' module lines types per-1000
for sources in */src/main/java; do
  find "$sources" -name '*.java' ! -name package-info.java -exec cat {} + | LC_ALL=C awk -v module="${sources%%/*}" '
    { lines++ }
    # A declaration, not a word in a comment or a text.
    /^ *((public|protected|private|static|final|abstract|sealed|non-sealed|strictfp) +)*(class|record|interface|enum|@interface) +[A-Z][A-Za-z0-9]*[ <({]/ { types++ }
    END { printf "%-14s %8d %8d %10.1f\n", module, lines, types, types * 1000 / lines }'
done
