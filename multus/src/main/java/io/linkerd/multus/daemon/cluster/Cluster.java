// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.contracts.events.EventBacklog.Repeats;
import io.linkerd.multus.contracts.events.EventBacklog.Spacing;
import io.linkerd.multus.contracts.events.EventObject.Reporter;
import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.kube.ApiTransport;
import io.linkerd.multus.service.kube.EventPoster;
import io.linkerd.multus.service.kube.ListWatch;
import io.linkerd.multus.service.kube.Pace;
import io.linkerd.multus.service.kube.WatchTransport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The API server, for one daemon: followed from its start to its close. */
public final class Cluster implements AutoCloseable {
    /** Of 250 pods that start at once, each with the cluster's network and three more. */
    private static final Spacing EVENT_SPACING = new Spacing(Duration.ofSeconds(5), 1000, Repeats.COUNTED);

    private final NodePods pods;
    private final NetworkDefinitions definitions;
    private final PodStatuses statuses;
    private final EventPoster events;
    private final List<Thread> threads;

    private Cluster(
            NodePods pods,
            NetworkDefinitions definitions,
            PodStatuses statuses,
            EventPoster events,
            List<Runnable> loops) {
        this.pods = pods;
        this.definitions = definitions;
        this.statuses = statuses;
        this.events = events;
        this.threads = loops.stream()
                .map(loop -> Thread.ofVirtual().name("cluster").start(loop))
                .toList();
    }

    /**
     * Begins to follow.
     *
     * @param api carries what is read and posted
     * @param patches carries the patches, which {@code api} need not know
     * @param node whose pods they are; all pods' where its name is not known
     */
    public static Cluster follow(
            WatchTransport api, ApiTransport patches, Optional<String> node, Clocks clocks, RandomGenerator random) {
        return follow(api, patches, node, clocks, random, Pace.USUAL);
    }

    static Cluster follow(
            WatchTransport api,
            ApiTransport patches,
            Optional<String> node,
            Clocks clocks,
            RandomGenerator random,
            Pace pace) {
        var reads = new PersistentTransport(api, random, clocks.nanos());
        var writes = new PersistentTransport(patches, random, clocks.nanos());
        var pods = new NodePods(reads, clocks.nanos());
        var definitions = new NetworkDefinitions(reads, clocks.nanos());
        var host = node.orElse("");
        var events =
                new EventPoster(reads, writes, new Reporter(PodEvent.COMPONENT, host, host), EVENT_SPACING, clocks);
        return new Cluster(
                pods,
                definitions,
                new PodStatuses(reads, writes),
                events,
                List.of(
                        new ListWatch<>(
                                api, NodePods.ofNode(node), PodReader.remembering(), pace, pods.followed(), random),
                        new ListWatch<>(
                                api,
                                NetworkDefinitions.all(),
                                DefinitionReader.remembering(),
                                pace,
                                definitions.followed(),
                                random),
                        events::run));
    }

    /** {@return the pods of this node} */
    public NodePods pods() {
        return pods;
    }

    /** {@return the NetworkAttachmentDefinitions} */
    public NetworkDefinitions definitions() {
        return definitions;
    }

    /** {@return what writes down which networks pods have} */
    public PodStatuses statuses() {
        return statuses;
    }

    /** {@return what posts Events about pods} */
    public EventPoster events() {
        return events;
    }

    /** {@return whether pods and definitions have been read once, all of them} Until then each is asked for. */
    public boolean hasListed() {
        return pods.followed().isComplete() && definitions.followed().isComplete();
    }

    /** Ends following, and posting: Events that wait are lost. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
