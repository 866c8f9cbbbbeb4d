// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The texts of the working copy. */
final class Repository {
    private static final Path ROOT = Path.of("..");

    private Repository() {}

    static Path path(String path) {
        return ROOT.resolve(path);
    }

    static String text(String path) {
        return text(path(path));
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the sources of a module, its tests not among them} */
    static Stream<Path> sources(String module) {
        try (var files = Files.walk(path(module + "/src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the first group of each match} */
    static Set<String> found(Pattern pattern, String text) {
        return matches(pattern, text).map(match -> match.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    static Stream<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }
}
