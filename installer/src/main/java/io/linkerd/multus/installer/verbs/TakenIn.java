// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which configurations take in which others, while they are filled. One that takes itself in, by whatever way, would grow with each pass. */
final class TakenIn {
    private final Map<String, Set<String>> files = new HashMap<>();

    /** Notes that a configuration takes a file in. */
    void add(String name, String file) {
        files.computeIfAbsent(name, _ -> new HashSet<>()).add(file);
    }

    /** {@return the file by which a configuration takes itself in; empty where it does not} */
    Optional<String> cycle(String name) {
        return files.getOrDefault(name, Set.of()).stream()
                .filter(file -> leadsTo(file, name, new HashSet<>()))
                .sorted()
                .findFirst();
    }

    private boolean leadsTo(String from, String to, Set<String> seen) {
        return from.equals(to)
                || (seen.add(from)
                        && files.getOrDefault(from, Set.of()).stream().anyMatch(next -> leadsTo(next, to, seen)));
    }
}
