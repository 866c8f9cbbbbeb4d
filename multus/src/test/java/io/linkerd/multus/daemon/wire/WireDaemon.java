// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import static org.awaitility.Awaitility.await;

import io.linkerd.multus.daemon.server.UnixClient;
import io.linkerd.multus.daemon.shim.ShimBuild;
import io.linkerd.multus.localcluster.apiserver.FreePort;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A daemon as a process, which finds its service account where every pod has it. */
final class WireDaemon implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Mounts are the process's own: the machine's /run stays as it is. */
    private static final String IN_A_POD = """
            mount -t tmpfs pod "$(readlink -f /var/run)"
            mkdir -p /var/run/secrets/kubernetes.io
            ln -s "$1" /var/run/secrets/kubernetes.io/serviceaccount
            shift
            exec "$@"
            """;

    /** No interface is in the sandboxes of these tests. */
    private static final String NO_INTERFACE = "#!/bin/sh\nexit 1\n";

    private final WireNode node;
    private final TetheredProcess process;

    private WireDaemon(WireNode node, TetheredProcess process) {
        this.node = node;
        this.process = process;
    }

    /** What is started, and what it is told beside what every container is. */
    record Program(List<String> command, Map<String, String> settings) {
        Program {
            command = List.copyOf(command);
            settings = Map.copyOf(settings);
        }

        static Program upstream(Path program, WireNode node) {
            return new Program(
                    List.of(program.toString(), "-config", node.daemonConfig().toString()), Map.of());
        }

        /** {@return ours, told what the chart tells it} */
        static Program ours(WireNode node, Map<String, String> more) throws IOException, InterruptedException {
            var settings = usual(node);
            settings.putAll(more);
            return new Program(
                    List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx64m",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "io.linkerd.multus.daemon.MultusApplication",
                            "-config",
                            node.daemonConfig().toString()),
                    settings);
        }
    }

    /** Plugins make no interface, so there is none in the way. */
    private static Map<String, String> usual(WireNode node) throws IOException, InterruptedException {
        var folder = Files.createDirectories(node.folder().resolve("helpers"));
        Files.copy(ShimBuild.RELEASE.launcher(), folder.resolve("multus-launch"));
        Files.copy(ShimBuild.RELEASE.shim(), folder.resolve("multus-shim"));
        var sandboxes = Files.writeString(folder.resolve("multus-netns"), NO_INTERFACE);
        Files.setPosixFilePermissions(sandboxes, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new HashMap<>(Map.of(
                "LINKERD_MULTUS_NAMESPACE", WireCluster.NAMESPACE,
                "LINKERD_MULTUS_HELPER_DIR", folder.toString(),
                "LINKERD_MULTUS_PROGRAM_SOURCE_DIR", folder.toString(),
                "LINKERD_MULTUS_PROGRAM_TARGET_DIR", node.bin().toString()));
    }

    /** Starts one, and returns when it has written what runtimes read. */
    static WireDaemon start(Program program, WireNode node, WireCluster cluster) throws IOException {
        Files.deleteIfExists(node.generated());
        var account = node.folder().resolve("account");
        cluster.account(account);
        var complete =
                new ArrayList<>(List.of("unshare", "--mount", "sh", "-euc", IN_A_POD, "pod", account.toString()));
        complete.addAll(program.command());
        var environment = new HashMap<>(cluster.environment());
        environment.put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        environment.put("LINKERD_MULTUS_HEALTH_PORT", String.valueOf(FreePort.find()));
        environment.putAll(program.settings());
        var daemon = new WireDaemon(
                node, TetheredProcess.start("the daemon", node.folder().resolve("daemon.log"), environment, complete));
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(daemon::isReady);
        return daemon;
    }

    /** Tells it to end, as the kubelet does, and returns when it has. */
    void stop() throws IOException {
        process.terminate(PATIENCE);
    }

    @Override
    public void close() {
        process.close();
    }

    private boolean isReady() throws IOException {
        if (!process.isAlive()) {
            throw new AssertionError("the daemon has ended: " + process.tail());
        }
        return Files.exists(node.generated()) && Files.size(node.generated()) > 0 && answers();
    }

    private boolean answers() {
        try {
            return UnixClient.ask(node.socket(), "GET /healthz HTTP/1.1\r\nHost: dummy\r\nConnection: close\r\n\r\n")
                            .status()
                    == 200;
        } catch (IOException _) {
            return false;
        }
    }
}
