// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.RecordingFileCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is durable before what: a power cut between any two of these leaves a node that the journal describes. */
class JournalFirstTest {
    private static final String JOURNAL = "journal.json";
    private static final String PLUGIN = "linkerd-cni";

    @TempDir
    private Path root;

    private FakeCluster cluster;
    private FakeNode node;
    private final RecordingFileCalls calls = new RecordingFileCalls();

    @BeforeEach
    void makeNode() throws Exception {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
        Files.writeString(node.host(FakeNode.PLUGIN), FakeNode.script("somebody's"));
    }

    @AfterEach
    void stopApi() {
        cluster.close();
    }

    @Test
    void originalAndJournalAreDurableBeforeTheirFileIsReplaced() throws Exception {
        new Workbench(node, calls).install("1");

        var original = "original-14023-a014b87f-5617af4e";
        assertThat(names())
                .containsSubsequence(
                        "rename journal.json",
                        "force linkerd-multus",
                        "force ~" + original,
                        "rename " + original,
                        "force linkerd-multus",
                        "force ~" + JOURNAL,
                        "rename " + JOURNAL,
                        "force linkerd-multus",
                        "force ~" + PLUGIN,
                        "rename " + PLUGIN,
                        "force bin");
        assertThat(names().indexOf("rename " + PLUGIN)).isEqualTo(names().lastIndexOf("rename " + PLUGIN));
    }

    @Test
    void theirFileIsBackBeforeTheJournalForgetsItAndTheOriginalGoesLast() throws Exception {
        new Workbench(node, FileCalls.ofTheSystem()).install("1");

        new Workbench(node, calls).remove();

        assertThat(names())
                .containsSubsequence(
                        "force ~" + PLUGIN,
                        "rename " + PLUGIN,
                        "force bin",
                        "force ~" + JOURNAL,
                        "rename " + JOURNAL,
                        "force linkerd-multus",
                        "delete original-14023-a014b87f-5617af4e",
                        "force linkerd-multus",
                        "delete " + JOURNAL,
                        "force linkerd-multus");
    }

    private List<String> names() {
        return calls.calls();
    }
}
