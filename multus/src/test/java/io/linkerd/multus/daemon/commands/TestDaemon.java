// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.daemon.caches.NetworkCaches;
import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.daemon.config.DaemonConfigReading;
import io.linkerd.multus.daemon.delegates.PluginBounds;
import io.linkerd.multus.daemon.delegates.PluginCalls;
import io.linkerd.multus.daemon.delegates.PluginFinder;
import io.linkerd.multus.daemon.delegates.PluginLauncher;
import io.linkerd.multus.daemon.delegates.PluginProcess;
import io.linkerd.multus.daemon.server.RequestHandler;
import io.linkerd.multus.daemon.server.RequestMetrics;
import io.linkerd.multus.daemon.server.RequestServer;
import io.linkerd.multus.daemon.server.ServerLimits;
import io.linkerd.multus.daemon.server.UnixClient;
import io.linkerd.multus.daemon.server.UnixClient.Reply;
import io.linkerd.multus.daemon.spool.Spool;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** All of the daemon that answers requests, on a socket in a folder, with scripts for plugins. */
final class TestDaemon implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(60);

    final Path folder;
    final ScriptPlugins plugins;
    final FakeCluster cluster = new FakeCluster();
    final FakeSandboxes sandboxes;
    final RequestServer server;
    final Spool spool;
    final RequestMetrics metrics = new RequestMetrics();

    TestDaemon(Path folder) throws IOException, InterruptedException {
        this(folder, UnknownPods.TRIED_AGAIN, "");
    }

    /** {@code more} are members of the daemon's configuration, each behind a comma. */
    TestDaemon(Path folder, UnknownPods unknownPods, String more) throws IOException, InterruptedException {
        this.folder = folder;
        this.plugins = new ScriptPlugins(folder, "main", "red", "blue");
        this.sandboxes = new FakeSandboxes(plugins);
        ScriptPlugins.make(folder.resolve("net.d"));
        clusterNetwork("{\"cniVersion\":\"1.1.0\",\"name\":\"main-net\",\"plugins\":[{\"type\":\"main\"}]}");
        cluster.define("shop", "red", "{\"cniVersion\":\"1.0.0\",\"type\":\"red\"}");
        cluster.define("shop", "blue", "{\"cniVersion\":\"1.0.0\",\"plugins\":[{\"type\":\"blue\"}]}");
        cluster.define("other", "red", "{\"cniVersion\":\"1.0.0\",\"type\":\"red\"}");
        var commands =
                new Commands(config(more), new ClusterAccess(cluster, cluster, cluster), node(), unknownPods, _ -> {});
        this.spool = new Spool(
                spoolFolder(),
                new DurableFiles(FileCalls.ofTheSystem(), RandomGenerator.getDefault()),
                Ownership.ofThisProcess(),
                commands,
                Clocks.ofTheSystem(),
                RandomGenerator.getDefault());
        spool.show(metrics);
        this.server = started(spool.handler());
    }

    private Node node() throws IOException {
        var files = new DurableFiles(FileCalls.ofTheSystem(), RandomGenerator.getDefault());
        var owner = Ownership.ofThisProcess();
        var process =
                new PluginProcess(PluginLauncher.NONE, new PluginBounds(LONG, 8), Thread::sleep, System::nanoTime);
        return new Node(
                sandboxes,
                sandboxes,
                (_, _) -> new Result.Ok<>(Map.of()),
                new DeviceDescriptions(folder, files, owner),
                cniDir -> new NetworkCaches(cniDir, files, owner),
                binDir -> new PluginCalls(
                        new PluginFinder(List.of(binDir.toString()), path -> Files.isRegularFile(Path.of(path))),
                        process),
                LONG,
                System::nanoTime);
    }

    private DaemonConfig config(String more) {
        var text = "{\"cniVersion\":\"1.1.0\",\"multusAutoconfigDir\":\"/x\",\"binDir\":\"" + plugins.bin()
                + "\",\"cniDir\":\"" + cniDir() + "\",\"confDir\":\"" + folder.resolve("conf") + "\"" + more + "}";
        return switch (DaemonConfig.read(text)) {
            case DaemonConfigReading.Valid(var config) -> config;
            case DaemonConfigReading.Invalid invalid -> throw new AssertionError(invalid.reason());
        };
    }

    private RequestServer started(RequestHandler commands) throws IOException, InterruptedException {
        return RequestServer.start(folder.resolve("s"), commands, ServerLimits.STANDARD, metrics)
                .orElse(reason -> {
                    throw new AssertionError(reason);
                });
    }

    void clusterNetwork(String config) {
        ScriptPlugins.write(clusterNetwork(), config);
    }

    Path clusterNetwork() {
        return folder.resolve("net.d").resolve("10-main.conflist");
    }

    Path cniDir() {
        return folder.resolve("cni");
    }

    Path spoolFolder() {
        return cniDir().resolve("spool");
    }

    /** {@return what a shim keeps of a DEL} */
    String delete(String pod) {
        return body("DEL", pod, "u-" + pod, runtimes(""));
    }

    /** Replays what is in the spool, as a daemon does at its start. */
    void replay(Duration longest) throws InterruptedException {
        spool.replayAll(server::carryOut, Deadline.in(longest, System::nanoTime));
    }

    /** {@return the files that are kept of containers and their results} */
    Set<String> kept() {
        var all = new TreeSet<>(ScriptPlugins.names(cniDir()));
        ScriptPlugins.names(cniDir().resolve("results")).forEach(name -> all.add("results/" + name));
        return all;
    }

    /** Asks for a command about the container of a pod, which have the same name. */
    Reply ask(String command, String pod) {
        return ask(command, pod, "u-" + pod);
    }

    Reply ask(String command, String pod, String uid) {
        return send("/cni", body(command, pod, uid, runtimes("")));
    }

    /** Asks for the DEL of a container, after which nothing is left of any. */
    void deleteLeavesNothing(String pod) {
        assertThat(ask("DEL", pod).status()).isEqualTo(200);
        assertThat(plugins.ledger()).isEmpty();
        assertThat(kept()).isEmpty();
    }

    /** Asks for a command about no container, with further members of the configuration, each behind a comma. */
    Reply askOfNetwork(String command, String more) {
        return send(
                "/cni",
                "{\"env\":{\"CNI_COMMAND\":\"" + command + "\"},\"config\":\"" + base64(runtimes(more)) + "\"}");
    }

    Reply hotPlug(String command, String pod, String interfaceName, String config) {
        return hotPlug(command, pod, interfaceName, config, "{}");
    }

    Reply hotPlug(String command, String pod, String interfaceName, String config, String attributes) {
        return send(
                "/delegate",
                body(command, pod, "u-" + pod, config)
                        .replace("\"CNI_IFNAME\":\"eth0\"", "\"CNI_IFNAME\":\"" + interfaceName + "\"")
                        .replaceFirst("}$", ",\"interfaceAttributes\":" + attributes + "}"));
    }

    /** Sends a request, and lets its client go away when it is closed. */
    UnixClient begin(String command, String pod) {
        try {
            return UnixClient.to(socket()).send(UnixClient.post("/cni", body(command, pod, "u-" + pod, runtimes(""))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Reply send(String path, String body) {
        try {
            return UnixClient.ask(socket(), UnixClient.post(path, body));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path socket() {
        return folder.resolve("s").resolve("multus.sock");
    }

    String runtimes(String more) {
        return "{\"cniVersion\":\"1.1.0\",\"name\":\"multus-cni-network\",\"type\":\"multus-shim\",\"clusterNetwork\":\""
                + clusterNetwork() + "\"" + more + "}";
    }

    private String body(String command, String pod, String uid, String config) {
        var args = "IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=" + pod + ";K8S_POD_INFRA_CONTAINER_ID=" + pod
                + ";K8S_POD_UID=" + uid + ";EXTRA=e";
        var members = List.of(
                JsonEdit.member("CNI_COMMAND", JsonEdit.quote(command)),
                JsonEdit.member("CNI_CONTAINERID", JsonEdit.quote(pod)),
                JsonEdit.member("CNI_NETNS", JsonEdit.quote(FakeSandboxes.FOLDER + pod)),
                JsonEdit.member("CNI_IFNAME", JsonEdit.quote("eth0")),
                JsonEdit.member("CNI_ARGS", JsonEdit.quote(args)));
        return "{\"env\":{" + String.join(",", members) + "},\"config\":\"" + base64(config) + "\"}";
    }

    private static String base64(String config) {
        return Base64.getEncoder().encodeToString(config.getBytes(UTF_8));
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("the test's time was over", e);
        }
    }
}
