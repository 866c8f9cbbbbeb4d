// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The daemon as it is started in its container, which takes root. */
@EnabledIf("isRoot")
class MultusApplicationIT {
    @TempDir
    private Path folder;

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    @Test
    void aPodIsAddedAndTakenAwayByTheProcess() throws Exception {
        try (var daemon = RunningDaemon.in(folder)) {
            daemon.untilReady();
            var uid = daemon.putPod();

            var added = daemon.ask("ADD", uid);

            assertThat(added.body()).as(daemon.log()).contains("10.1.0.2/24");
            assertThat(daemon.api.get(RunningDaemon.POD).toString()).contains("k8s.v1.cni.cncf.io/network-status");
            assertThat(daemon.ask("DEL", uid).status()).isEqualTo(200);
            assertThat(daemon.calls()).containsExactly("ADD c1", "DEL c1");
            assertThat(folder.resolve("bin").resolve("multus-shim")).isExecutable();
        }
    }

    /** Of which DaemonSet it is was not said: that its pod is only replaced is taken for granted. */
    @Test
    void aStopLeavesTheConfigurationForTheNextDaemon() throws Exception {
        try (var daemon = RunningDaemon.in(folder)) {
            daemon.untilReady();

            assertThat(daemon.stop()).isZero();

            assertThat(daemon.written()).as(daemon.log()).isNotEmptyFile();
            assertThat(folder.resolve("s").resolve("multus.sock")).doesNotExist();
        }
    }

    @Test
    void aDaemonWhoseFolderWasEmptiedEndsToBeStartedAnew() throws Exception {
        try (var daemon = RunningDaemon.in(folder)) {
            daemon.untilReady();

            Files.delete(folder.resolve("s").resolve("multus.sock"));
            Files.delete(folder.resolve("s").resolve("multus.lock"));

            assertThat(daemon.end()).isEqualTo(3);
            assertThat(daemon.written()).as(daemon.log()).isNotEmptyFile();
        }
    }

    @Test
    void aStopWhoseDaemonSetIsGoneGivesTheNodeBack() throws Exception {
        try (var daemon = RunningDaemon.in(folder, "LINKERD_MULTUS_DAEMON_SET=multus")) {
            daemon.api.put("/apis/apps/v1/namespaces/mesh/daemonsets/multus", "{}");
            daemon.untilReady();
            daemon.api.delete("/apis/apps/v1/namespaces/mesh/daemonsets/multus", "{}");

            assertThat(daemon.stop()).isZero();

            assertThat(daemon.written()).as(daemon.log()).doesNotExist();
        }
    }

    @Test
    void ciliumsRenamingIsToldInAnEventOfTheDaemonsPodWithWhatHelps() throws Exception {
        var events = "/api/v1/namespaces/mesh/events";
        try (var daemon = RunningDaemon.in(folder, "LINKERD_MULTUS_POD_NAME=multus-x", "LINKERD_MULTUS_POD_UID=u1")) {
            daemon.api.put("/api/v1/namespaces/mesh/pods/multus-x", "{spec: {nodeName: 'node1'}}");
            daemon.untilReady();

            Files.move(daemon.written(), folder.resolve("net.d").resolve("00-multus.conf.cilium_bak"));

            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() ->
                            assertThat(daemon.api.list(events)).as(daemon.log()).hasSize(1));
            var event = daemon.api.list(events).getFirst();
            assertThat(event.at("/involvedObject/name").asText()).isEqualTo("multus-x");
            assertThat(event.at("/involvedObject/uid").asText()).isEqualTo("u1");
            assertThat(event.path("type").asText()).isEqualTo("Warning");
            assertThat(event.path("reason").asText()).isEqualTo("MultusConfigUndone");
            assertThat(event.path("message").asText()).contains("was renamed to", "cni.exclusive=false");
            assertThat(daemon.written()).as(daemon.log()).exists();
        }
    }

    @Test
    void wrongSettingsAreNamed() throws Exception {
        try (var daemon = RunningDaemon.in(folder, "LINKERD_MULTUS_UNKNOWN_PODS=whatever")) {
            assertThat(daemon.end()).isEqualTo(78);
            assertThat(daemon.log()).contains("LINKERD_MULTUS_UNKNOWN_PODS", "tried-again");
        }
    }

    @Test
    void whatADaemonLeftHalfWrittenThatWasKilledGoes() throws Exception {
        var results = Files.createDirectories(folder.resolve("cni").resolve("results"));
        var left = Files.writeString(results.resolve(".linkerd-multus-n-c1-eth0.0123456789abcdef.tmp"), "{");
        var young = Files.writeString(results.resolve(".linkerd-multus-n-c2-eth0.0123456789abcdef.tmp"), "{");
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofHours(2))));

        try (var daemon = RunningDaemon.in(folder)) {
            daemon.untilReady();

            assertThat(left).doesNotExist();
            assertThat(young).exists();
        }
    }

    /** A daemon that was killed leaves its socket, its lock and its configuration; the next one goes on from them. */
    @Test
    void theDaemonAfterOneThatWasKilledServes() throws Exception {
        try (var killed = RunningDaemon.in(folder)) {
            killed.untilReady();
        }
        Files.delete(folder.resolve("helpers").resolve("multus-launch"));
        Files.delete(folder.resolve("image").resolve("multus-shim"));
        try (var daemon = RunningDaemon.in(folder)) {
            daemon.untilReady();
            var uid = daemon.putPod();

            await().atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .untilAsserted(
                            () -> assertThat(daemon.ask("ADD", uid).body()).contains("10.1.0.2/24"));
        }
    }
}
