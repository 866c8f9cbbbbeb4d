// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import io.linkerd.multus.localcluster.addons.Addons;
import io.linkerd.multus.localcluster.pki.MutualTls;
import io.linkerd.multus.localcluster.plan.ClusterKeys;
import io.linkerd.multus.localcluster.plan.ClusterPlan;
import io.linkerd.multus.localcluster.processes.LogTail;
import io.linkerd.multus.localcluster.programs.Await;
import io.linkerd.multus.localcluster.programs.Kubectl;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.Toolbox;
import io.linkerd.multus.localcluster.store.BaseImages;
import io.linkerd.multus.localcluster.store.ImageStore;
import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import io.linkerd.multus.localcluster.supervisor.Supervisor;
import io.linkerd.multus.localcluster.supervisor.SupervisorState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Brings one cluster up, step by step. */
final class ClusterStart {
    private static final Duration API = Duration.ofSeconds(90);
    private static final Duration ATTEMPT = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(50);

    private final LocalClusterSettings settings;
    private final Toolbox toolbox;
    private final Progress progress;
    private final ClusterFolder folder;

    ClusterStart(LocalClusterSettings settings, Toolbox toolbox, Progress progress) {
        this.settings = settings;
        this.toolbox = toolbox;
        this.progress = progress;
        this.folder = LocalCluster.folder(settings.name(), toolbox);
    }

    LocalCluster run() throws IOException, InterruptedException {
        var tars = progress.step("make the cluster's images", () -> new BaseImages(toolbox).tars());
        var store = new ImageStore(toolbox.cache(), toolbox.supervise());
        if (!store.has(tars)) {
            progress.step("unpack the cluster's images, once", () -> store.prepare(tars));
        }
        if (Supervisor.isAlive(toolbox.supervise(), folder)) {
            throw new IOException("the cluster " + settings.name() + " is running or being started already");
        }
        Supervisor.remove(toolbox.supervise(), folder); // what a killed one or a reboot left
        Files.createDirectories(folder.path());
        try (var channel =
                        FileChannel.open(folder.preparingLock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.tryLock()) {
            if (lock == null) {
                throw new IOException("the cluster " + settings.name() + " is being started by another process");
            }
            return prepared(store, tars);
        }
    }

    private LocalCluster prepared(ImageStore store, List<Path> tars) throws IOException, InterruptedException {
        var keys = ClusterKeys.create(settings.name(), settings.nodes(), InstantSource.system());
        var supervisor = progress.step(
                "start etcd, the API server and " + settings.description(), () -> start(keys, store, tars));
        try {
            var state = progress.step("wait for the API server", () -> awaitApi(keys, supervisor));
            furnish(state);
            ClusterRecord.write(folder, settings, state, toolbox);
            return new LocalCluster(settings, toolbox, state, Optional.of(supervisor));
        } catch (IOException | InterruptedException | RuntimeException e) {
            supervisor.close();
            throw e;
        }
    }

    private void furnish(SupervisorState state) throws IOException, InterruptedException {
        var kubectl = new Kubectl(toolbox.programs(), folder.adminKubeconfig());
        var addons = new Addons(kubectl, settings.profile(), toolbox.definitions());
        progress.run("apply " + addons.description(), addons::apply);
        var nodes = state.nodes().keySet().stream().sorted().toList();
        progress.run("wait for nodes, Multus and DNS", () -> addons.await(nodes));
    }

    private Supervisor start(ClusterKeys keys, ImageStore store, List<Path> tars)
            throws IOException, InterruptedException {
        keys.write(folder);
        var plan =
                new ClusterPlan(folder, settings.profile(), settings.nodes(), settings.olm(), toolbox.programs(), keys);
        var spec = plan.spec();
        for (var node : spec.nodes()) {
            var images = folder.images(node.name());
            Files.createDirectories(images);
            store.fill(tars, images);
        }
        return Supervisor.start(toolbox.supervise(), folder, spec);
    }

    private SupervisorState awaitApi(ClusterKeys keys, Supervisor supervisor) throws IOException {
        var state = supervisor.awaitStarted();
        keys.adminKubeconfig(settings.name(), state.listen()).write(folder.adminKubeconfig());
        var tls = MutualTls.of(keys.authority().certificate(), keys.admin());
        var ready = HttpRequest.newBuilder(URI.create("https://" + state.listen() + "/readyz"))
                .timeout(ATTEMPT)
                .build();
        try (var client =
                HttpClient.newBuilder().sslContext(tls).connectTimeout(ATTEMPT).build()) {
            var answered = Await.holds(API, POLL, () -> {
                supervisor.requireAlive();
                return answers(client, ready);
            });
            if (!answered) {
                // Quoted, because the log goes with the cluster that did not start.
                throw new IOException("the API server is not ready after " + Progress.text(API) + "; its last words:\n"
                        + LogTail.of(folder.logs().resolve("kube-apiserver.log")));
            }
        }
        return state;
    }

    private static boolean answers(HttpClient client, HttpRequest ready) throws InterruptedException {
        try {
            return client.send(ready, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false; // not listening yet
        }
    }
}
