// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.departure;

import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.HeadReader;
import io.linkerd.multus.service.kube.ListWatch;
import io.linkerd.multus.service.kube.ObjectHead;
import io.linkerd.multus.service.kube.Pace;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.WatchObserver;
import io.linkerd.multus.service.kube.WatchTransport;
import io.linkerd.multus.service.retry.Backoff;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows whether our DaemonSet stands, normally before SIGTERM tells that something is up.
 *
 * <p>It lists and watches one object, by name: a DaemonSet that was deleted and made anew under the same name counts as standing, since its
 * pods take the nodes over, and one that it adopts must not clean up at its next upgrade.
 *
 * <p>It watches the DaemonSet's namespace beside it: since Kubernetes 1.33 the pods of a namespace are deleted first, while its DaemonSets
 * still stand (KEP-5080, ordered namespace deletion).
 */
public final class DaemonSetWatch implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(DaemonSetWatch.class);

    /**
     * Quicker than the usual one: bookmarks come about once a minute, which is too seldom. A connection whose other end is gone would hide
     * a deletion for as long, and SIGTERM comes seconds after that. The silence is longer than the longest watch, so that only a dead
     * connection is ended from this side.
     */
    private static final Pace PACE = new Pace(
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30)));

    private static final HeadReader HEADS = new HeadReader(Set.of());
    private static final Sighting NONE = new Sighting.Leaving("it does not exist");
    static final Sighting NAMESPACE_LEAVES = new Sighting.Leaving("its namespace is being deleted");

    private final String name;
    private final ListWatch<ObjectHead> daemonSets;
    private final ListWatch<ObjectHead> namespaces;
    private final AtomicReference<WatchKnowledge> knowledge = new AtomicReference<>(WatchKnowledge.NONE);
    private volatile boolean namespaceLeaves;

    /** Watches that DaemonSet by its name, once it is run. */
    public DaemonSetWatch(WatchTransport api, String namespace, String name, RandomGenerator random) {
        this.name = name;
        var selection = Selection.named(collection(namespace), name);
        this.daemonSets = new ListWatch<>(api, selection, HEADS, PACE, new Changes(), random);
        var named = Selection.named(ApiPath.core("namespaces"), namespace);
        this.namespaces = new ListWatch<>(api, named, HEADS, Pace.USUAL, new NamespaceChanges(), random);
    }

    /** {@return the path of the DaemonSets of a namespace} */
    public static String collection(String namespace) {
        return ApiPath.group("apps", "v1", "namespaces", namespace, "daemonsets");
    }

    /** {@return what is known now} */
    public WatchKnowledge knowledge() {
        var known = knowledge.get();
        return namespaceLeaves ? known.seen(NAMESPACE_LEAVES) : known;
    }

    /** Watches until the thread is interrupted. */
    @Override
    public void run() {
        var namespace = Thread.ofVirtual().name("namespace").start(namespaces);
        try {
            daemonSets.run();
        } finally {
            namespace.interrupt();
        }
    }

    static Sighting sightingOf(ObjectHead daemonSet) {
        return daemonSet.leaving()
                ? new Sighting.Leaving("it is being deleted")
                : new Sighting.Present(daemonSet.uid());
    }

    private final class Changes implements WatchObserver<ObjectHead> {
        private Sighting found = NONE;

        @Override
        public void listing() {
            found = NONE;
        }

        @Override
        public void found(ObjectHead daemonSet) {
            found = sightingOf(daemonSet);
        }

        @Override
        public void listed(String version) {
            saw(found);
        }

        @Override
        public void put(ObjectHead daemonSet) {
            saw(sightingOf(daemonSet));
        }

        @Override
        public void removed(ObjectHead daemonSet) {
            saw(new Sighting.Leaving("it was deleted"));
        }

        @Override
        public void inStep() {
            knowledge.updateAndGet(WatchKnowledge::up);
            log.atDebug().log("the watch on our DaemonSet is up");
        }

        @Override
        public void ended(String why) {
            knowledge.updateAndGet(WatchKnowledge::down);
            log.atDebug().addKeyValue("reason", why).log("the watch on our DaemonSet ended");
        }

        @Override
        public void lost(ApiFailure why) {
            var before = knowledge.getAndUpdate(known -> known.after(why));
            if (why instanceof ApiFailure.Unreachable || before.refusals() > 0) {
                log.atDebug().addKeyValue("reason", why.inWords()).log("no watch on our DaemonSet; trying again");
            } else {
                log.atWarn()
                        .addKeyValue("answer", why.inWords())
                        .log("the API server refuses the watch on our DaemonSet; trying again");
            }
        }

        private void saw(Sighting sighting) {
            var before = knowledge.getAndUpdate(known -> known.seen(sighting)).sighting();
            if (!before.equals(sighting)) {
                var level = sighting instanceof Sighting.Leaving ? log.atInfo() : log.atDebug();
                level.addKeyValue("daemonSet", name)
                        .addKeyValue("sighting", sighting)
                        .log("our DaemonSet changed");
            }
        }
    }

    /** Its absence from a list says nothing: the last looks do not take it for a removal either. */
    private final class NamespaceChanges implements WatchObserver<ObjectHead> {
        @Override
        public void found(ObjectHead namespace) {
            put(namespace);
        }

        @Override
        public void put(ObjectHead namespace) {
            if (namespace.leaving()) {
                removed(namespace);
            }
        }

        @Override
        public void removed(ObjectHead namespace) {
            namespaceLeaves = true;
        }

        @Override
        public void lost(ApiFailure why) {
            log.atDebug().addKeyValue("reason", why.inWords()).log("no watch on our namespace; trying again");
        }
    }
}
