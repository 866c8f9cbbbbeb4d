// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.shim.ShimBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From the shim that no daemon answers, over its file, to the plugins. */
@Timeout(120)
class SpooledDeletesIT {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @Test
    void aDelThatNoDaemonAnsweredReachesThePluginsOfTheNextOne() throws Exception {
        addAndStop("a");
        deleteByShim("a", FakeSandboxes.FOLDER + "a");

        try (var daemon = new TestDaemon(folder)) {
            assertThat(daemon.plugins.ledger()).containsExactly("a.eth0.main", "a.net1.red");
            daemon.replay(LONG);

            assertThat(daemon.plugins.ledger()).isEmpty();
            assertThat(daemon.kept()).isEmpty();
            assertThat(daemon.spoolFolder()).isEmptyDirectory();
            assertThat(daemon.metrics.text())
                    .contains(
                            "# TYPE multus_spool_ended_total counter",
                            "multus_spool_ended_total{ending=\"replayed\"} 1");
        }
    }

    /** The process has ended meanwhile, and its number may be that of another pod's. */
    @Test
    void aNamespaceNamedByAProcessIsNotLookedAtLater() throws Exception {
        addAndStop("a");
        deleteByShim("a", "/proc/1/ns/net");

        try (var daemon = new TestDaemon(folder)) {
            ScriptPlugins.write(
                    folder.resolve("steps").resolve("DEL.main"),
                    "printf '%s' \"netns=$CNI_NETNS\" > " + folder.resolve("netns") + "\n");
            daemon.replay(LONG);

            assertThat(folder.resolve("netns")).hasContent("netns=");
            assertThat(daemon.plugins.ledger()).isEmpty();
        }
    }

    @Test
    void aDelWhosePluginFailsIsKept() throws Exception {
        addAndStop("a");
        try (var daemon = new TestDaemon(folder)) {
            daemon.plugins.fail("DEL", "main", 100);
            keep(daemon, "a");
            daemon.replay(LONG);
            assertThat(daemon.spoolFolder()).isNotEmptyDirectory();
            daemon.plugins.noSteps();
        }
        try (var daemon = new TestDaemon(folder)) {
            daemon.replay(LONG);

            assertThat(daemon.spoolFolder()).isEmptyDirectory();
            assertThat(daemon.plugins.ledger()).isEmpty();
        }
    }

    @Test
    void aPluginThatHangsHoldsTheStartUpForNoLongerThanItMay() throws Exception {
        addAndStop("a");
        try (var daemon = new TestDaemon(folder)) {
            daemon.plugins.hold("DEL", "main");
            keep(daemon, "a");

            daemon.replay(Duration.ofSeconds(2));

            assertThat(daemon.plugins.isHeld()).isTrue();
            assertThat(daemon.spoolFolder()).isNotEmptyDirectory();
        }
    }

    /** A runtime that starts a container anew has had its DEL for done. */
    @Test
    void anOldDelDoesNotTakeAwayWhatALaterAddMade() throws Exception {
        addAndStop("a");
        try (var daemon = new TestDaemon(folder)) {
            daemon.cluster.pod("a", "u-a", "red");
            keep(daemon, "a");

            assertThat(daemon.ask("ADD", "a").status()).isEqualTo(200);
            daemon.replay(LONG);

            assertThat(daemon.plugins.ledger()).containsExactly("a.eth0.main", "a.net1.red");
            assertThat(daemon.spoolFolder()).isEmptyDirectory();
            assertThat(daemon.plugins.calls())
                    .endsWith("DEL red net1", "DEL main eth0", "ADD main eth0", "ADD red net1");
        }
    }

    @Test
    void anAddIsNotHeldUpByAnOldDelThatFails() throws Exception {
        addAndStop("a");
        try (var daemon = new TestDaemon(folder)) {
            daemon.cluster.pod("a", "u-a", "");
            daemon.plugins.ledger().forEach(daemon.plugins::lose); // its namespace is a new one
            keep(daemon, "a");
            daemon.plugins.fail("DEL", "main", 100);

            assertThat(daemon.ask("ADD", "a").status()).isEqualTo(200);
            assertThat(daemon.spoolFolder()).isEmptyDirectory();
            assertThat(daemon.metrics.text()).contains("multus_spool_ended_total{ending=\"given_up\"} 1");
        }
    }

    private void addAndStop(String pod) throws IOException, InterruptedException {
        try (var daemon = new TestDaemon(folder)) {
            daemon.cluster.pod(pod, "u-" + pod, "red");
            assertThat(daemon.ask("ADD", pod).status()).isEqualTo(200);
        }
    }

    private static void keep(TestDaemon daemon, String pod) throws IOException {
        var folder = daemon.spoolFolder();
        if (!Files.exists(folder)) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Files.writeString(folder.resolve(pod + "-eth0-0123456789abcdef.json"), daemon.delete(pod));
    }

    private void deleteByShim(String pod, String namespace) throws Exception {
        var builder = new ProcessBuilder(ShimBuild.SPOOLING.shim().toString());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "CNI_COMMAND", "DEL",
                        "CNI_CONTAINERID", pod,
                        "CNI_NETNS", namespace,
                        "CNI_IFNAME", "eth0",
                        "CNI_NETNS_OVERRIDE", "true",
                        "CNI_PATH", "/opt/cni/bin",
                        "CNI_ARGS", "IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=" + pod));
        var process = builder.redirectErrorStream(true).start();
        try (var in = process.getOutputStream()) {
            in.write(
                    ("{\"cniVersion\":\"1.1.0\",\"name\":\"multus-cni-network\",\"type\":\"multus-shim\",\"clusterNetwork\":\""
                                    + folder.resolve("net.d").resolve("10-main.conflist") + "\",\"daemonSocketDir\":\""
                                    + folder.resolve("s")
                                    + "\",\"cniDir\":\"" + folder.resolve("cni") + "\"}")
                            .getBytes(UTF_8));
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(folder.resolve("cni").resolve("spool")).isNotEmptyDirectory();
    }
}
