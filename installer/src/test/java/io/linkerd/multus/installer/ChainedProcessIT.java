// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.fakeapi.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mode chained as a process of its own, which has no locale, as in its image. */
@Execution(ExecutionMode.CONCURRENT)
class ChainedProcessIT {
    private static final String LIST = "{\"name\":\"cbr0\",\"plugins\":[{\"type\":\"flannel\"}]}\n";
    private static final String CONFIGURATION = "{\"type\":\"linkerd-cni\"}";
    private static final String CHAINED = LIST.replace("]}", "," + CONFIGURATION + "]}");

    /** Less than the least time between two periodic looks, 22.5 s: a later one would hide that an event was missed. */
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path root;

    private FakeCluster cluster;
    private FakeNode node;
    private int logs;

    @BeforeEach
    void makeNode() throws IOException {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
        Files.delete(list("10-bridge.conflist"));
    }

    @AfterEach
    void stopApi() {
        cluster.close();
    }

    @Test
    void putsThePluginIntoAListAgainThatALinkLeadsTo() throws Exception {
        var target = Files.createDirectories(node.host("/etc/cni/real")).resolve("list");
        Files.writeString(target, LIST);
        Files.createSymbolicLink(list("10-link.conflist"), Path.of("../real/list"));
        try (var installer = start()) {
            installer.awaitReady();
            assertThat(Files.readString(target)).isEqualTo(CHAINED);

            Files.writeString(target, LIST);

            soon(() -> assertThat(Files.readString(target)).isEqualTo(CHAINED));
        }
    }

    @Test
    void putsThePluginIntoTheListsOfAnotherFolderThatHasTheNameNow() throws Exception {
        Files.writeString(list("10-flannel.conflist"), LIST);
        var other = Files.createDirectory(node.host("/etc/cni/new"));
        Files.writeString(other.resolve("10-flannel.conflist"), LIST.replace("cbr0", "cbr1"));
        try (var installer = start()) {
            installer.awaitReady();
            Files.move(node.host(FakeNode.NETWORKS), node.host("/etc/cni/old"));
            installer.awaitLog("waiting for a network");

            giveName(other, node.host(FakeNode.NETWORKS));

            soon(() -> assertThat(Files.readString(list("10-flannel.conflist")))
                    .isEqualTo(CHAINED.replace("cbr0", "cbr1")));
        }
    }

    /** The installer makes the folder again for its kubeconfig, and may do so at any time in between. */
    private static void giveName(Path folder, Path name) throws IOException {
        for (int turn = 0; Files.exists(folder); turn++) {
            try {
                Files.move(folder, name);
            } catch (FileSystemException taken) {
                if (!Files.exists(name)) {
                    throw taken;
                }
                Files.move(name, name.resolveSibling("old-" + turn));
            }
        }
    }

    @Test
    void goesOnBesideANetworkWhoseNameItCannotSay() throws Exception {
        Files.writeString(list("10-flannel.conflist"), LIST);
        Files.writeString(list("99-\u00fc.conflist"), LIST);
        try (var installer = start()) {
            installer.awaitLog("is a file whose name has characters that the installer cannot read");

            soon(() -> assertThat(Files.readString(list("10-flannel.conflist"))).isEqualTo(CHAINED));
            assertThat(Files.readString(list("99-\u00fc.conflist"))).isEqualTo(LIST);
        }
    }

    /** What is read of a network lies in memory, and a process that has none left is started again and again. */
    @ParameterizedTest
    @CsvSource({"[%s1], '1,', 1900000", "[%s1], '1,', 500000", "\"%s\", \u20ac, 1000000", "\"%s\", x, 4000000"})
    void goesOnBesideANetworkOfAnyLength(String value, String repeated, int count) throws Exception {
        Files.writeString(list("10-flannel.conflist"), LIST);
        var filler = value.replace("%s", repeated.repeat(count));
        for (var name : List.of("20-long.conflist", "30-long.conflist", "40-long.conflist")) {
            Files.writeString(list(name), LIST.replace("\"plugins\"", "\"filler\":" + filler + ",\"plugins\""));
        }
        try (var installer = start()) {
            // Each list has been read by then, which takes its time.
            installer.awaitLog("30-long.conflist");
            soon(() -> assertThat(Files.readString(list("10-flannel.conflist"))).isEqualTo(CHAINED));
            assertThat(installer.endsWithin(Duration.ofSeconds(3))).isFalse();
        }
    }

    /** A daemon that writes its list in place has it half there for a moment, and after an uninstall nobody comes who would look again. */
    @Test
    void removesThePluginFromAListThatIsHalfWrittenAtThatMoment() throws Exception {
        Files.writeString(list("10-flannel.conflist"), LIST);
        try (var installer = start("LINKERD_MULTUS_ON_STOP=remove")) {
            installer.awaitReady();
            Files.writeString(list("10-flannel.conflist"), CHAINED.substring(0, 30));
            installer.awaitLog("is no network");
            var stop = Thread.ofPlatform().start(() -> terminate(installer));
            installer.awaitLog("removing everything that is ours");

            Files.writeString(list("10-flannel.conflist"), CHAINED.replace("cbr0", "cbr1"));

            stop.join();
            assertThat(installer.log()).contains("the node is as it was before us");
            assertThat(Files.readString(list("10-flannel.conflist"))).isEqualTo(LIST.replace("cbr0", "cbr1"));
            assertThat(node.host(FakeNode.PLUGIN)).doesNotExist();
        }
    }

    /** As after {@code rm -r /opt/cni/bin} and an unpacking of new plugins: the mount of a container stays with the folder that was removed. */
    @Test
    void isStartedAgainWhereTheHostHasMadeAMountedFolderAnew() throws Exception {
        assumeTrue(canMount(), "mounts need root");
        Files.writeString(list("10-flannel.conflist"), LIST);
        var plugins = Files.move(node.host("/opt/cni/bin"), root.resolve("plugins"));
        Files.createDirectories(node.host("/opt/cni/bin"));
        int port = FreePort.find();
        try (var installer = startMounted(plugins, port)) {
            installer.awaitReady();
            Files.delete(plugins.resolve("bridge"));
            Files.delete(plugins.resolve("linkerd-cni"));
            Files.delete(plugins);
            Files.createDirectory(plugins);

            soon(() -> assertThat(ask(port, "livez"))
                    .startsWith("503")
                    .contains("the host has removed /opt/cni/bin or made it anew"));
            assertThat(ask(port, "readyz")).contains("the host has removed /opt/cni/bin");
            installer.terminate();
        }
        try (var next = startMounted(plugins, FreePort.find())) {
            next.awaitReady();
            assertThat(plugins.resolve("linkerd-cni")).exists();
            assertThat(Files.readString(list("10-flannel.conflist"))).isEqualTo(CHAINED);
        }
    }

    private static boolean canMount() throws Exception {
        return new ProcessBuilder("unshare", "-m", "true").start().waitFor() == 0;
    }

    private static String ask(int port, String path) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + path))
                    .build();
            var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        }
    }

    private static void terminate(InstallerProcess installer) {
        try {
            installer.terminate();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void soon(ThrowingRunnable check) {
        await().dontCatchUncaughtExceptions()
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(check);
    }

    private InstallerProcess startMounted(Path plugins, int port) throws IOException {
        var mounts = new ArrayList<String>();
        for (var folder : List.of("/etc/cni", "/var/lib/linkerd-multus")) {
            mounts.add("mount --bind " + node.host(folder) + " " + node.host(folder));
        }
        mounts.add("mount --bind " + plugins + " " + node.host("/opt/cni/bin"));
        mounts.add("exec \"$@\"");
        return new InstallerProcess(
                List.of("unshare", "-m", "sh", "-c", String.join(" && ", mounts), "sh"),
                environment("LINKERD_MULTUS_HEALTH_PORT=" + port, "DEST_CNI_BIN_DIR=/opt/cni/bin"),
                root.resolve("log-" + logs++));
    }

    private InstallerProcess start(String... more) throws IOException {
        return new InstallerProcess(environment(more), root.resolve("log-" + logs++));
    }

    private Map<String, String> environment(String... more) {
        var settings = new ArrayList<>(List.of(more));
        settings.add("LINKERD_MULTUS_MODE=chained");
        settings.add("LINKERD_MULTUS_NETWORK_DIR=" + FakeNode.NETWORKS);
        settings.add("CNI_NETWORK_CONFIG=" + CONFIGURATION);
        return node.environment(settings.toArray(String[]::new));
    }

    private Path list(String name) {
        return node.host(FakeNode.NETWORKS + "/" + name);
    }
}
