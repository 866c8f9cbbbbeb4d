// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.caches.NetworkCaches;
import io.linkerd.multus.daemon.cluster.Cluster;
import io.linkerd.multus.daemon.commands.ClusterAccess;
import io.linkerd.multus.daemon.commands.Commands;
import io.linkerd.multus.daemon.commands.PodInterfaces;
import io.linkerd.multus.daemon.commands.PodRoutes;
import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.daemon.delegates.HostRoot;
import io.linkerd.multus.daemon.generated.ConfigKeeper;
import io.linkerd.multus.daemon.lifecycle.DaemonLife;
import io.linkerd.multus.daemon.lifecycle.DaemonParts;
import io.linkerd.multus.daemon.lifecycle.Departure;
import io.linkerd.multus.daemon.lifecycle.ReplayingServer;
import io.linkerd.multus.daemon.lifecycle.Serving;
import io.linkerd.multus.daemon.lifecycle.StopTimes;
import io.linkerd.multus.daemon.programs.NodePrograms;
import io.linkerd.multus.daemon.server.QuietHeap;
import io.linkerd.multus.daemon.server.RequestMetrics;
import io.linkerd.multus.daemon.server.RequestServer;
import io.linkerd.multus.daemon.server.ServerLimits;
import io.linkerd.multus.daemon.spool.Spool;
import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.kube.InCluster;
import io.linkerd.multus.service.kube.KeptHttpClientTransport;
import io.linkerd.multus.service.kube.UrlTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the daemon together. */
final class DaemonAssembly {
    private static final Logger log = LoggerFactory.getLogger(DaemonAssembly.class);

    /** A cache is written in milliseconds, and no daemon lives for so long after its last request. */
    private static final Duration LONGEST_WRITTEN = Duration.ofHours(1);

    /** Under it the API server's owners know who calls. */
    private static final String USER_AGENT = "linkerd-multus-daemon";

    private final DaemonConfig config;
    private final DaemonSettings settings;
    private final RandomGenerator random;
    private final RequestMetrics metrics = new RequestMetrics();
    private final Ownership user = Ownership.ofThisProcess();
    private final DurableFiles files;
    private final Cluster cluster;
    private final DaemonLife life;

    /** Begins to follow the API server; the life itself begins when it is run. */
    DaemonAssembly(
            DaemonConfig config,
            DaemonSettings settings,
            PodInterfaces interfaces,
            PodRoutes routes,
            RandomGenerator random)
            throws IOException {
        this.config = config;
        this.settings = settings;
        this.random = random;
        this.files = new DurableFiles(FileCalls.ofTheSystem(), random);
        var api = settings.api();
        var there = new InCluster(api.url(), api.tokenFile(), api.caFile());
        var reads = new UrlTransport(there, USER_AGENT);
        this.cluster = Cluster.follow(
                reads,
                new KeptHttpClientTransport(there, USER_AGENT),
                settings.nodeName(),
                Clocks.ofTheSystem(),
                random);
        var question = RemovalQuestion.of(settings, reads, () -> new UrlTransport(there, USER_AGENT), random);
        this.life = new DaemonLife(
                parts(commands(interfaces, routes)),
                new Departure(question, StopTimes.STANDARD, Thread::sleep, System::nanoTime),
                new Wakeups(),
                System::nanoTime,
                random);
    }

    DaemonLife life() {
        return life;
    }

    /** Keeps the heap small as long as the process runs. */
    void keepHeapSmall() {
        Thread.ofVirtual().name("quiet-heap").start(() -> {
            try {
                QuietHeap.keep(metrics, new Wakeups());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    DaemonHealth health() {
        return DaemonHealth.of(life, cluster, metrics);
    }

    private Commands commands(PodInterfaces interfaces, PodRoutes routes) {
        var access = new ClusterAccess(
                new FollowedPods(cluster.pods()),
                new FollowedDefinitions(cluster.definitions()),
                new ReportedAttachments(cluster.statuses(), cluster.events()));
        var node = NodeParts.of(config.server(), settings.helpers(), files, user, random)
                .node(interfaces, routes);
        return new Commands(config, access, node, settings.unknownPods(), Thread::sleep);
    }

    private DaemonParts parts(Commands commands) {
        var server = config.server();
        var spool = new Spool(
                config.defaults().cniDir().resolve("spool"), files, user, commands, Clocks.ofTheSystem(), random);
        spool.show(metrics);
        return new DaemonParts(
                new ConfigKeeper(config, files, user, this::postAboutOwnPod, System::nanoTime),
                user,
                () -> serve(spool),
                server.socket(),
                new NodePrograms(
                        settings.programs(), new HostRoot(server.chrootDir().orElse(Path.of("/"))), files, user));
    }

    private void postAboutOwnPod(PodEvent event) {
        settings.pod().ifPresent(pod -> cluster.events().post(event.of(pod)));
    }

    private Result<Serving> serve(Spool spool) throws IOException, InterruptedException {
        removeLeftovers();
        return RequestServer.startUnready(config.server().socketDir(), spool.handler(), limits(), metrics)
                .map(server -> ReplayingServer.begin(server, spool, System::nanoTime));
    }

    private void removeLeftovers() {
        var caches = new NetworkCaches(config.defaults().cniDir(), files, user);
        try {
            int removed =
                    caches.removeLeftovers(Clocks.ofTheSystem().wall().instant().minus(LONGEST_WRITTEN));
            if (removed > 0) {
                log.atInfo().addKeyValue("files", removed).log("removed half-written caches of an earlier daemon");
            }
        } catch (FileChangeFailed e) {
            log.atWarn()
                    .setCause(e)
                    .log("cannot remove half-written caches; they are hidden, and no request reads them");
        }
    }

    private ServerLimits limits() {
        var usual = ServerLimits.STANDARD;
        return new ServerLimits(
                usual.body(),
                usual.memory(),
                config.server().connectionLimit().orElse(usual.connections()),
                usual.others(),
                usual.containers(),
                usual.node(),
                usual.times());
    }
}
