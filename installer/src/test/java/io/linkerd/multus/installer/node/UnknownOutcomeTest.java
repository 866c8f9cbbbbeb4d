// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.RecordingFileCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that cannot be forced: the change in it was made, and nobody knows whether it would outlive a power cut. */
class UnknownOutcomeTest {
    @TempDir
    private Path root;

    private FakeCluster cluster;

    @BeforeEach
    void startApi() {
        cluster = new FakeCluster();
    }

    @AfterEach
    void stopApi() {
        cluster.close();
    }

    @Test
    void discardsNoOriginalThatTheJournalOnTheDiskSpeaksOf() throws Exception {
        boolean more = true;
        for (int force = 1; more; force++) {
            var node = nodeOfSomebodyElse(force);
            var calls = new RecordingFileCalls().failing(force, Integer.MAX_VALUE);

            new Workbench(node, calls).install("1");

            more = calls.hasFailed();
            var bench = new Workbench(node, FileCalls.ofTheSystem());
            assertThat(bench.journal().entries())
                    .map(JournalEntry::original)
                    .filteredOn(Original.File.class::isInstance)
                    .as("originals after the failed force %d", force)
                    .allSatisfy(original ->
                            assertThat(bench.original((Original.File) original)).exists());
        }
    }

    @Test
    void goesByTheJournalThatIsOnTheNodeAndNotByTheOneInMemory() throws Exception {
        boolean more = true;
        for (int force = 1; more; force++) {
            var node = nodeOfSomebodyElse(force);
            var calls = new RecordingFileCalls().failing(force, force + 1);
            var bench = new Workbench(node, calls);

            var applied = bench.installOnce("1");

            more = calls.hasFailed();
            var onDisk = bench.journal();
            assertThat(applied.journal())
                    .as("after the failed force %d", force)
                    .satisfiesAnyOf(
                            memory -> assertThat(memory).isEmpty(),
                            memory -> assertThat(memory).contains(onDisk));
        }
    }

    @Test
    void saysThatNobodyKnowsWhetherItHappened() throws Exception {
        var bench = new Workbench(nodeOfSomebodyElse(1), new RecordingFileCalls().failing(1, 2));

        assertThat(bench.installOnce("1").failures())
                .singleElement()
                .asString()
                .contains("Input/output error", "not known")
                .doesNotContain("is kept");
    }

    @Test
    void comesToTheSameEndWhicheverForceFails() throws Exception {
        boolean more = true;
        for (int force = 1; more; force++) {
            var node = nodeOfSomebodyElse(force);
            var before = node.picture();
            var calls = new RecordingFileCalls().failing(force, force + 1);
            var bench = new Workbench(node, calls);

            assertThat(bench.install("1")).isTrue();
            assertThat(new Workbench(node, FileCalls.ofTheSystem()).remove()).isTrue();

            more = calls.hasFailed();
            assertThat(node.picture()).isEqualTo(before);
        }
    }

    private FakeNode nodeOfSomebodyElse(int number) throws IOException {
        var node = new FakeNode(Files.createDirectory(root.resolve("node" + number)), cluster);
        Files.writeString(node.host(FakeNode.PLUGIN), FakeNode.script("somebody's"));
        return node;
    }
}
