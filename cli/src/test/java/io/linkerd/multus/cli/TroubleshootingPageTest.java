// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.cli.chain.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TroubleshootingPageTest {
    private static final Path ROOT = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."));
    private static final Path CHECKS = ROOT.resolve("cli/src/main/java/io/linkerd/multus/cli/checks");
    private static final Pattern HINT = Pattern.compile("hint = \"([a-z0-9-]+)\"|\"(what-a-user-may-not-see)\"");

    /** Each failed check links there. */
    @Test
    void everyHintIsAPartOfThePageAndEveryPartAHint() throws IOException {
        var parts = Files.readAllLines(ROOT.resolve("docs/troubleshooting.md")).stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3).toLowerCase(Locale.ROOT).replace(' ', '-'))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(hints()).isEqualTo(parts);
    }

    private static Set<String> hints() throws IOException {
        var hints = Arrays.stream(Stage.values()).map(Stage::hint).collect(Collectors.toCollection(TreeSet::new));
        try (var files = Files.list(CHECKS)) {
            files.flatMap(TroubleshootingPageTest::hintsOf).forEach(hints::add);
        }
        return hints;
    }

    private static Stream<String> hintsOf(Path file) {
        try {
            return HINT
                    .matcher(Files.readString(file))
                    .results()
                    .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
