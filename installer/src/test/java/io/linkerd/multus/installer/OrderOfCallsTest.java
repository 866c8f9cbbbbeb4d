// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.files.RecordingFileCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a power failure leaves depends on the order of changes and forces: here it is, from the first call of a life to the last. */
class OrderOfCallsTest {
    private static final String PLUGIN = "linkerd-cni";
    private static final String KUBECONFIG = "linkerd-cni.kubeconfig";
    private static final String JOURNAL = "journal.json";

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

    @ParameterizedTest
    @EnumSource
    void isTheSameWhoeverHasWhatOnTheNode(Scene scene) throws Exception {
        var node = new FakeNode(root, cluster);
        scene.lay(node);
        var install = new RecordingFileCalls();
        try (var life = new Life(scene.environment(node), install)) {
            assertThat(life.keep()).isTrue();
        }
        var removal = new RecordingFileCalls();
        try (var life = new Life(scene.environment(node), removal)) {
            life.leave();
        }

        for (var calls : List.of(install.calls(), removal.calls())) {
            whatIsRenamedWasForcedWithAllThatItHas(calls);
            whatHasChangedInADirectoryIsForcedBeforeAnythingElseChanges(calls);
        }
        theJournalIsOnTheDiskBeforeAnythingElseChanges(install.calls());
        eachIsThereBeforeWhatRefersToItAndGoesAfterwards(install.calls(), removal.calls());
    }

    /** A SIGKILL in the middle of the runtime's files left networks that named a plugin which was about to go. */
    @Test
    void networksAreGivenBackBeforeWhatTheRuntimeHasCachedAndThePluginGoesLast() throws Exception {
        var node = new FakeNode(root, cluster);
        Scene.CHAINED.lay(node);
        var cached = Files.createDirectories(node.host("/var/lib/cni/results")).resolve("cached");
        var list = "{\"name\":\"n\",\"plugins\":[{\"type\":\"bridge\"},{\"type\":\"linkerd-cni\"}]}";
        Files.writeString(
                cached,
                "{\"kind\":\"cniCacheV1\",\"config\":\"" + Base64.getEncoder().encodeToString(list.getBytes(UTF_8))
                        + "\"}");
        try (var life = new Life(Scene.CHAINED.environment(node), new RecordingFileCalls())) {
            assertThat(life.keep()).isTrue();
        }
        var removal = new RecordingFileCalls();
        try (var life = new Life(Scene.CHAINED.environment(node), removal)) {
            life.leave();
        }

        var calls = removal.calls();
        int changed = calls.indexOf("rename cached");
        assertThat(last(calls, OrderOfCallsTest::changesANetwork)).isPositive().isLessThan(changed);
        assertThat(last(calls, call -> call.matches("(rename|delete) (" + PLUGIN + "|" + KUBECONFIG + ")")))
                .isGreaterThan(changed);
        assertThat(calls.subList(0, changed)).noneMatch(call -> call.matches("(rename|delete) " + PLUGIN + ".*"));
    }

    private static void whatIsRenamedWasForcedWithAllThatItHas(List<String> calls) {
        for (int at = 0; at < calls.size(); at++) {
            var call = calls.get(at);
            var before = calls.subList(0, at);
            var temporary = "~" + name(call);
            int made = last(
                    before,
                    earlier -> earlier.startsWith("create ") && name(earlier).equals(temporary));
            int linked = before.lastIndexOf("link " + temporary);
            if (call.startsWith("rename ") && made > linked) {
                assertThat(last(before, earlier -> name(earlier).equals(temporary)))
                        .as("the last call for what %s brings", call)
                        .isEqualTo(before.lastIndexOf("force " + temporary));
            }
        }
    }

    private static void whatHasChangedInADirectoryIsForcedBeforeAnythingElseChanges(List<String> calls) {
        for (int at = 0; at < calls.size(); at++) {
            if (calls.get(at).matches("(rename|delete|make) .*")) {
                assertThat(calls.get(at + 1)).as("after " + calls.get(at)).matches("force [^~].*");
            }
        }
    }

    private static void theJournalIsOnTheDiskBeforeAnythingElseChanges(List<String> calls) {
        int first = calls.indexOf("rename " + PLUGIN);
        assertThat(calls.subList(0, first)).containsSequence("rename " + JOURNAL, "force linkerd-multus");
        assertThat(calls.subList(0, calls.indexOf("rename " + JOURNAL)))
                .noneMatch(call -> call.matches("(rename|delete|make) .*"));
    }

    private static void eachIsThereBeforeWhatRefersToItAndGoesAfterwards(List<String> install, List<String> removal) {
        assertThat(install.indexOf("rename " + PLUGIN)).isLessThan(install.indexOf("rename " + KUBECONFIG));
        assertThat(install.subList(0, install.indexOf("rename " + KUBECONFIG)))
                .noneMatch(OrderOfCallsTest::changesANetwork);
        int gone = last(removal, call -> call.matches("(rename|delete) " + KUBECONFIG));
        assertThat(removal.subList(gone, removal.size())).noneMatch(OrderOfCallsTest::changesANetwork);
        assertThat(last(removal, call -> call.matches("(rename|delete) " + PLUGIN)))
                .isGreaterThan(gone);
    }

    private static boolean changesANetwork(String call) {
        return call.matches("(rename|delete) (.*\\.conf|.*\\.conflist|real)");
    }

    private static int last(List<String> calls, Predicate<String> wanted) {
        return IntStream.range(0, calls.size())
                .filter(at -> wanted.test(calls.get(at)))
                .max()
                .orElse(-1);
    }

    private static String name(String call) {
        return call.substring(call.lastIndexOf(' ') + 1);
    }
}
