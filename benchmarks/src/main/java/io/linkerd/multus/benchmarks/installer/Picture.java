// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What there is of a node, but for our own notes: equal means the same byte for byte. */
record Picture(Map<String, String> files) {
    private static final String NOTES = "var/lib/linkerd-multus";

    Picture {
        files = Map.copyOf(files);
    }

    static Picture of(Path host) throws IOException {
        var files = new TreeMap<String, String>();
        try (var paths = Files.walk(host)) {
            for (var path : paths.toList()) {
                var name = host.relativize(path).toString();
                if (!name.startsWith(NOTES)) {
                    files.put(name, describe(path));
                }
            }
        }
        return new Picture(files);
    }

    /** {@return one that has another text in place of {@code old} wherever that is} */
    Picture with(String old, String text) {
        var changed = new TreeMap<>(files);
        changed.replaceAll((_, file) -> file.replace(old, text));
        return new Picture(changed);
    }

    /** {@return the first path, in the order of names, that is another than in this one} */
    Optional<String> difference(Picture other) {
        var all = new TreeMap<>(files);
        other.files.forEach((name, file) -> all.merge(name, file, (one, two) -> one.equals(two) ? one : ""));
        return all.entrySet().stream()
                .filter(file -> !file.getValue().equals(files.get(file.getKey()))
                        || !file.getValue().equals(other.files.get(file.getKey())))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static String describe(Path path) throws IOException {
        var owner = Files.readAttributes(path, "unix:mode,uid,gid", LinkOption.NOFOLLOW_LINKS);
        if (Files.isSymbolicLink(path)) {
            return owner + " -> " + Files.readSymbolicLink(path);
        }
        return owner + (Files.isDirectory(path) ? "" : " " + Files.readString(path, StandardCharsets.ISO_8859_1));
    }
}
