// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.product.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The outputs that the documentation shows are those of the commands. {@code cli/render} makes them so.
 *
 * <p>Before a fenced block stands a comment with the name of a cluster of {@link ShownCluster}, as in
 * {@code <!-- output on: no-attachment -->}; its first line is the command, and the rest what comes of it.
 */
class DocumentedOutputsTest {
    private static final Path DOCS = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."), "docs");
    private static final Pattern BLOCK = Pattern.compile(
            "<!-- output on: ([a-z-]+) -->\n```console\n\\$ linkerd-multus ([^\n]*)\n.*?```\n", Pattern.DOTALL);
    private static final Pattern FENCE = Pattern.compile("^```console$", Pattern.MULTILINE);

    /** The API server gives out another one at each run. */
    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Where the build says no other, and so what the documentation shows. */
    private static final String ADDRESS = "https://linkerd-multus.example/docs/troubleshooting.md#";

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"troubleshooting.md", "cli.md"})
    void outputsAreWhatTheCommandsSay(String name) throws IOException {
        var file = DOCS.resolve(name);
        var written = Files.readString(file);
        var made = BLOCK.matcher(written).replaceAll(block -> Matcher.quoteReplacement(made(block)));
        if (Boolean.getBoolean("cli.render")) {
            Files.writeString(file, made);
        }

        assertThat(Files.readString(file)).as("run cli/render").isEqualTo(made);
    }

    private String made(MatchResult block) {
        var arguments = block.group(2).split(" ");
        try (var cluster = new ClusterOfOurs(folder)) {
            cluster(block).prepare(cluster);
            var called = cluster.callOn(new Look(false, true), arguments);
            assertThat(called.err()).isEmpty();
            return "<!-- output on: " + block.group(1) + " -->\n```console\n$ linkerd-multus " + block.group(2) + "\n"
                    + steady(called.out()) + "```\n";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String steady(String output) {
        return UID.matcher(output)
                .replaceAll("5b0c9e1d-6a58-4f0e-9f5d-0d5c4d3e2a17")
                .replace(Product.built().hint(""), ADDRESS);
    }

    private static ShownCluster cluster(MatchResult block) {
        return ShownCluster.valueOf(block.group(1).toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** One that no test makes again would stay as it is. */
    @Test
    void everyOutputThatIsShownIsMade() throws IOException {
        Set<ShownCluster> shown = new HashSet<>();
        for (var name : List.of("troubleshooting.md", "cli.md")) {
            var text = Files.readString(DOCS.resolve(name));
            var blocks = BLOCK.matcher(text).results().toList();

            assertThat(blocks).as(name).hasSize((int)
                    FENCE.matcher(text).results().count());
            blocks.forEach(block -> shown.add(cluster(block)));
        }

        assertThat(shown).containsExactlyInAnyOrder(ShownCluster.values());
        try (Stream<Path> others = Files.list(DOCS)) {
            assertThat(others.filter(file -> file.toString().endsWith(".md")))
                    .noneMatch(file -> !Set.of("troubleshooting.md", "cli.md")
                                    .contains(file.getFileName().toString())
                            && holdsOutput(file));
        }
    }

    private static boolean holdsOutput(Path file) {
        try {
            return Files.readString(file).contains("<!-- output on: ");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
