// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineIT {
    @TempDir
    private Path root;

    @Test
    void endsWithTwoAndTellsUsageForAnArgumentThatIsNotKnown() throws Exception {
        var run = OneShot.run(Map.of(), "--daemon");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("Unknown command: --daemon\n").contains("Usage:");
    }

    @Test
    void printsItsVersion() throws Exception {
        assertThat(OneShot.run(Map.of(), "version").out()).matches("\\d+\\.\\d+\\.\\d+\\S*\\n");
    }

    /** It took up to a second. */
    @Test
    void pausesUntilItIsToldToStopAndEndsWithZeroAtOnce() throws Exception {
        var bench = new VerbBench(root, "/opt/cni/bin");
        var process = OneShot.start(bench.environment(), "install", "--plugins=flannel", "--pause");
        try (var out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("Installing CNI plugin flannel...");
            assertThat(out.readLine()).isEqualTo("Done.");
            assertThat(out.readLine()).isEqualTo("Paused (waiting for SIGTERM or SIGINT to stop)...");

            process.toHandle().destroy(); // as the kubelet: the streams stay open

            assertThat(out.readLine()).isEqualTo("Stopped.");
            assertThat(process.waitFor()).isZero();
        }
        assertThat(bench.host("/opt/cni/bin/flannel")).exists();
    }

    @Test
    void takesEverythingAwayWhenAWatchIsToldToStopAndThatWasAskedFor() throws Exception {
        try (var cluster = new VerbCluster()) {
            var bench = cluster.bench(root, "/opt/cni/bin");
            cluster.api().put("/api/v1/namespaces/kube-system/configmaps/multus-cni", "{data: {plugins: 'vlan'}}");
            var before = bench.picture();
            var process = OneShot.start(bench.environment(), "watch", "multus-cni", "--uninstall-on-stop");
            try (var out = process.inputReader()) {
                assertThat(out.readLine()).isEqualTo("Watching (SIGTERM or SIGINT to stop)...");
                assertThat(out.readLine()).isEqualTo("Installed CNI plugin vlan.");

                process.toHandle().destroy();

                assertThat(out.readLine()).isEqualTo("Uninstalled CNI plugin vlan.");
                assertThat(out.readLine()).isEqualTo("Stopped.");
                assertThat(process.waitFor()).isZero();
            }
            assertThat(bench.picture()).isEqualTo(before);
        }
    }

    /** One process had the node for its life, and what it remembered of it was written over what the other had done. */
    @Test
    void changesANodeThatADaemonKeeps() throws Exception {
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            var before = node.picture();
            var environment = node.environment();
            try (var daemon = new InstallerProcess(environment, root.resolve("log"))) {
                daemon.awaitReady();

                var bench = new VerbBench(root);
                Files.writeString(bench.container("bin").resolve("linkerd-cni"), FakeNode.script("2"));
                var settings = bench.environment();
                var install = OneShot.run(settings, "install", "--plugins=flannel,ipvlan");
                assertThat(install.err()).isEmpty();
                var daemons = OneShot.run(settings, "install", "--plugins=linkerd-cni");
                assertThat(daemons.exitCode()).isEqualTo(1);
                Files.delete(node.host(FakeNode.PLUGIN)); // and the daemon goes on
                await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(node.host(FakeNode.PLUGIN)));
                var uninstall = OneShot.run(settings, "uninstall", "--plugins=ipvlan,linkerd-cni");
                assertThat(uninstall.exitCode()).isZero();

                cluster.deleteDaemonSet();
                daemon.terminate();
                assertThat(node.host("/opt/cni/bin/flannel")).exists();
                assertThat(node.host(FakeNode.PLUGIN)).doesNotExist();
                assertThat(OneShot.run(settings, "uninstall", "--plugins=flannel")
                                .err())
                        .isEmpty();
            }
            assertThat(node.picture()).isEqualTo(before);
        }
    }

    @Test
    void printsSettingsAndEndsAsTheDaemonWouldWhereTheyAreWrong() throws Exception {
        var run = OneShot.run(
                Map.of("LINKERD_MULTUS_NAMESPACE", "mesh", "KUBECONFIG_MODE", "644", "LINKERD_MULTUS_MOODE", "nad"),
                "--print-settings");

        assertThat(run.exitCode()).isEqualTo(78);
        assertThat(run.out())
                .contains("LINKERD_MULTUS_NAMESPACE=mesh  (environment)\n", "KUBECONFIG_MODE=644  (passed over: ");
        assertThat(run.err())
                .contains(
                        "KUBERNETES_SERVICE_HOST is required\n",
                        "LINKERD_MULTUS_MOODE is not a setting; did you mean LINKERD_MULTUS_MODE?\n");
    }

    /** In the network of the host, where Linkerd's chart once was, the usual port may be somebody else's. */
    @Test
    void startsThoughTheUsualPortIsTaken() throws Exception {
        try (var _ = usualPortTaken();
                var cluster = new FakeCluster();
                var process = installer(root, cluster, "LINKERD_MULTUS_HEALTH_PORT=")) {
            process.awaitReady();
            assertThat(process.log()).contains("health is served at another port than usual");
            process.terminate();
            assertThat(process.exitCode()).isEqualTo(143);
        }
    }

    @Test
    void endsWhereThePortThatIsSaidIsTaken() throws Exception {
        try (var taken = new ServerSocket(0);
                var cluster = new FakeCluster();
                var process = installer(root, cluster, "LINKERD_MULTUS_HEALTH_PORT=" + taken.getLocalPort())) {
            assertThat(process.endsWithin(Duration.ofSeconds(60))).isTrue();
            assertThat(process.exitCode()).isEqualTo(1);
            assertThat(process.log()).contains("cannot listen on port " + taken.getLocalPort());
        }
    }

    private static InstallerProcess installer(Path root, FakeCluster cluster, String port) throws IOException {
        return new InstallerProcess(new FakeNode(root, cluster).environment(port), root.resolve("log"));
    }

    /** By us, or by whoever has it already. */
    private static ServerSocket usualPortTaken() throws IOException {
        try {
            return new ServerSocket(8080);
        } catch (BindException _) {
            return new ServerSocket(0);
        }
    }
}
