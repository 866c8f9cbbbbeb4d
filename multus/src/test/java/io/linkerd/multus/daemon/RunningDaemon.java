// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.daemon.server.UnixClient;
import io.linkerd.multus.daemon.shim.ShimBuild;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The daemon as a process, with a fake API server, a plugin that is a script, and all files in a folder of a test. */
final class RunningDaemon implements AutoCloseable {
    static final String POD = "/api/v1/namespaces/shop/pods/cart";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String PLUGIN = """
        #!/bin/sh
        cat > @FOLDER@/stdin
        echo "$CNI_COMMAND $CNI_CONTAINERID" >> @FOLDER@/calls
        [ "$CNI_COMMAND" != ADD ] || echo '{"cniVersion":"1.0.0","interfaces":[{"name":"eth0","sandbox":"'$CNI_NETNS'"}],"ips":[{"interface":0,"address":"10.1.0.2/24"}]}'
        """;
    /** No interface is in the sandboxes of these tests. */
    private static final String NO_INTERFACE = "#!/bin/sh\nexit 1\n";

    final Path folder;
    final FakeApiServer api = FakeApiServer.tls();
    private final Process process;

    private RunningDaemon(Path folder, List<String> environment) throws IOException, InterruptedException {
        this.folder = folder;
        for (var name : List.of("bin", "net.d", "helpers", "image", "sa")) {
            Files.createDirectories(folder.resolve(name));
        }
        api.define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true);
        program("bin/main", PLUGIN.replace("@FOLDER@", folder.toString()));
        program("helpers/multus-netns", NO_INTERFACE);
        Files.copy(ShimBuild.RELEASE.launcher(), folder.resolve("helpers").resolve("multus-launch"));
        Files.copy(ShimBuild.RELEASE.shim(), folder.resolve("image").resolve("multus-shim"));
        Files.writeString(folder.resolve("sa").resolve("token"), "pods-own");
        Files.writeString(folder.resolve("sa").resolve("ca.crt"), api.caPem());
        Files.writeString(
                folder.resolve("net.d").resolve("10-main.conflist"),
                "{\"cniVersion\":\"1.0.0\",\"name\":\"main-net\",\"plugins\":[{\"type\":\"main\"}]}");
        Files.writeString(folder.resolve("config.json"), config(folder));
        this.process = start(folder, environment);
    }

    /** Starts one; what {@code environment} says, each as {@code KEY=value}, goes over what the test says. */
    static RunningDaemon in(Path folder, String... environment) throws IOException, InterruptedException {
        return new RunningDaemon(folder, List.of(environment));
    }

    private static String config(Path folder) {
        return """
            {"cniVersion":"1.1.0","multusAutoconfigDir":"@/net.d","cniConfigDir":"@/net.d","binDir":"@/bin","cniDir":"@/cni",
             "confDir":"@/conf","socketDir":"@/s","daemonSocketDir":"@/s"}
            """.replace("@", folder.toString());
    }

    private Process start(Path folder, List<String> more) throws IOException {
        var url = URI.create(api.url());
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(
                        java,
                        "-XX:+UseSerialGC",
                        "-Xmx40m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MultusApplication.class.getName(),
                        "-config=" + folder.resolve("config.json"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        var environment = new ArrayList<>(List.of(
                "KUBERNETES_SERVICE_HOST=" + url.getHost(),
                "KUBERNETES_SERVICE_PORT=" + url.getPort(),
                "LINKERD_MULTUS_SERVICE_ACCOUNT_DIR=" + folder.resolve("sa"),
                "LINKERD_MULTUS_NAMESPACE=mesh",
                "LINKERD_MULTUS_HEALTH_PORT=0",
                "LINKERD_MULTUS_HELPER_DIR=" + folder.resolve("helpers"),
                "LINKERD_MULTUS_PROGRAM_SOURCE_DIR=" + folder.resolve("image"),
                "LINKERD_MULTUS_PROGRAM_TARGET_DIR=" + folder.resolve("bin"),
                "MULTUS_NODE_NAME=node1"));
        environment.addAll(more);
        for (var variable : environment) {
            builder.environment().put(variable.split("=", 2)[0], variable.split("=", 2)[1]);
        }
        return builder.start();
    }

    private void program(String name, String text) throws IOException {
        var file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Path written() {
        return folder.resolve("net.d").resolve("00-multus.conf");
    }

    RunningDaemon untilReady() {
        await().atMost(LONG).until(() -> {
            assertThat(process.isAlive()).as(log()).isTrue();
            return Files.exists(written());
        });
        return this;
    }

    String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }

    List<String> calls() throws IOException {
        var file = folder.resolve("calls");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** Puts a pod on the node, and gives its uid. */
    String putPod() {
        return api.put(POD, "{metadata: {annotations: {}}, spec: {nodeName: 'node1'}}")
                .at("/metadata/uid")
                .asText();
    }

    UnixClient.Reply ask(String command, String uid) throws IOException {
        var args = "IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=cart;K8S_POD_INFRA_CONTAINER_ID=c1;K8S_POD_UID="
                + uid;
        var config =
                Base64.getEncoder().encodeToString(Files.readString(written()).getBytes(UTF_8));
        var members = List.of(
                JsonEdit.member("CNI_COMMAND", JsonEdit.quote(command)),
                JsonEdit.member("CNI_CONTAINERID", JsonEdit.quote("c1")),
                JsonEdit.member("CNI_NETNS", JsonEdit.quote("/run/netns/none")),
                JsonEdit.member("CNI_IFNAME", JsonEdit.quote("eth0")),
                JsonEdit.member("CNI_ARGS", JsonEdit.quote(args)));
        return UnixClient.ask(
                folder.resolve("s").resolve("multus.sock"),
                UnixClient.post("/cni", "{\"env\":{" + String.join(",", members) + "},\"config\":\"" + config + "\"}"));
    }

    /** Sends SIGTERM, and gives the status that the process ends with. */
    int stop() throws InterruptedException {
        process.destroy();
        return end();
    }

    int end() throws InterruptedException {
        assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        api.close();
    }
}
