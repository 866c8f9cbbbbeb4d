// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that has a cluster: a webhook under test is started there, and that cluster hears nothing of it. */
class MachinesClusterIT {
    /** As the kubelet mounts it, seen by the program alone. */
    private static final String WITH_SERVICE_ACCOUNT = """
            mount -t tmpfs pod /var/run || exit 1
            account=/var/run/secrets/kubernetes.io/serviceaccount
            mkdir -p $account && echo none >$account/ca.crt && echo none >$account/token && echo none >$account/namespace || exit 1
            exec "$@"
            """;

    @TempDir
    Path directory;

    private final ServerSocket cluster = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger calls = new AtomicInteger();

    MachinesClusterIT() throws IOException {
        Thread.ofVirtual().start(this::listen);
    }

    @AfterEach
    void close() throws IOException {
        cluster.close();
    }

    @Test
    void neitherAKubeconfigNorAPodsVariablesAreFollowed() throws Exception {
        var port = Integer.toString(cluster.getLocalPort());
        var kubeconfig = Files.writeString(directory.resolve("config"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: own, cluster: {server: "http://127.0.0.1:%s"}}]
                contexts: [{name: own, context: {cluster: own}}]
                current-context: own
                """.formatted(port));

        assertThat(startWebhook(
                        List.of(),
                        Map.of(
                                "KUBECONFIG",
                                kubeconfig.toString(),
                                "KUBERNETES_SERVICE_HOST",
                                "127.0.0.1",
                                "KUBERNETES_SERVICE_PORT",
                                port)))
                .isEmpty();
        assertThat(calls).hasValue(0);
    }

    /** It failed to start: "Cannot parse null string", since a service account without the variables is no place to go. */
    @Test
    void aPodsServiceAccountIsNotUsed() throws Exception {
        Assumptions.assumeTrue(canMount(), "an account of the test's own is mounted, which takes root");

        assertThat(startWebhook(List.of("unshare", "--mount", "sh", "-c", WITH_SERVICE_ACCOUNT, "sh"), Map.of()))
                .isEmpty();
    }

    private void listen() {
        try {
            while (true) {
                cluster.accept().close();
                calls.incrementAndGet();
            }
        } catch (IOException _) {
            // closed with the test
        }
    }

    private static boolean canMount() throws Exception {
        return new ProcessBuilder("unshare", "--mount", "true").start().waitFor() == 0;
    }

    /** {@return what it says where it does not become ready} */
    private String startWebhook(List<String> prefix, Map<String, String> environment) throws Exception {
        var log = directory.resolve("log");
        var command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Machine.class.getName()));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().keySet().retainAll(List.of("PATH"));
        builder.environment().putAll(environment);
        var process = builder.start();
        try {
            var ended = process.waitFor(90, TimeUnit.SECONDS);
            return ended && process.exitValue() == 0 ? "" : "not ready: " + Files.readString(log);
        } finally {
            process.destroyForcibly();
        }
    }

    /** The program: as every test here starts a webhook. */
    static final class Machine {
        private Machine() {}

        public static void main(String... arguments) {
            try (var _ = new WebhookFixture(CertificatePolicy.STANDARD).ready()) {
                System.out.println("ready");
            }
        }
    }
}
