// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TornReadersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String LIST =
            "{\"name\":\"n\",\"plugins\":[{\"type\":\"ptp\"},{\"type\":\"linkerd-cni\",\"mark\":\"1\"}]}";

    @TempDir
    private Path root;

    private Node node;
    private Path list;

    @BeforeEach
    void layWhatIsWhole() throws IOException {
        node = new Node(root.resolve("kubeconfig"), root.resolve("plugin"), root.resolve("token"));
        Files.writeString(node.plugin(), Rewrites.script("1"));
        Files.writeString(
                node.kubeconfig(),
                "# Kubeconfig file\ncertificate-authority-data: x\ntoken: y\ncurrent-context: linkerd-cni-context\n");
        list = Files.writeString(root.resolve("list"), LIST);
    }

    @Test
    void findNothingWhereEverythingIsWhole() throws Exception {
        try (var readers = new TornReaders(node, List.of(list))) {
            assertThat(Await.holds(PATIENCE, Duration.ofMillis(1), () -> readers.parses() > 100))
                    .isTrue();
            assertThat(readers.problem()).isEmpty();
            assertThat(readers.torn()).isZero();
        }
    }

    @Test
    void findWhatIsEmpty() throws Exception {
        assertFound(node.kubeconfig(), "");
    }

    @Test
    void findAPluginOfTwoVersions() throws Exception {
        assertFound(node.plugin(), Rewrites.script("1").replaceFirst("# 1", "# 2"));
    }

    @Test
    void findAListThatIsCutOff() throws Exception {
        assertFound(list, LIST.substring(0, LIST.length() - 1));
    }

    @Test
    void findAListWithoutThePlugin() throws Exception {
        assertFound(list, LIST.replace("linkerd-cni", "tuning"));
    }

    private void assertFound(Path file, String content) throws Exception {
        Files.writeString(file, content);
        try (var readers = new TornReaders(node, List.of(list))) {
            assertThat(Await.holds(PATIENCE, Duration.ofMillis(1), () -> readers.torn() > 0))
                    .isTrue();
            assertThat(readers.problem()).contains(file + " had " + content.length() + " characters");
        }
    }
}
