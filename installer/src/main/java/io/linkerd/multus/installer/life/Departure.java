// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import io.linkerd.multus.installer.durable.FileChangeFailed;
import io.linkerd.multus.installer.kube.ApiAnswer;
import io.linkerd.multus.installer.kube.DaemonSetWatch;
import io.linkerd.multus.installer.kube.Sighting;
import io.linkerd.multus.installer.kube.WatchKnowledge;
import io.linkerd.multus.installer.node.Desired;
import io.linkerd.multus.installer.node.NodeFiles;
import io.linkerd.multus.installer.node.NodePlan;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of this process: decides whether the node is left as it is, and if not, gives back everything. */
final class Departure {
    private static final Logger LOG = LoggerFactory.getLogger(Departure.class);

    /** The kubelet kills us 60 s after SIGTERM in our chart, 30 s elsewhere: waits of 3 s and 10 s leave most of it for the removal. */
    private static final Duration LAST_LOOK = Duration.ofSeconds(3);

    private static final Duration WAIT_FOR_NODE = Duration.ofSeconds(10);
    private static final int ATTEMPTS = 3;

    private final Optional<DaemonSetWatch> daemonSet;
    private final boolean removeWhenUnreachable;
    private final NodeHold hold;
    private final NodeFiles files;

    Departure(Optional<DaemonSetWatch> daemonSet, boolean removeWhenUnreachable, NodeHold hold, NodeFiles files) {
        this.daemonSet = daemonSet;
        this.removeWhenUnreachable = removeWhenUnreachable;
        this.hold = hold;
        this.files = files;
    }

    /** Leaves; nobody else may work on the node any more when this is called. */
    void leave() {
        try {
            switch (verdict()) {
                case DepartureVerdict.Leave(var reason) -> {
                    LOG.atInfo().addKeyValue("reason", reason).log("stopping; the node stays as it is");
                    hold.giveUp();
                }
                case DepartureVerdict.Remove(var reason) -> {
                    LOG.atInfo()
                            .addKeyValue("reason", reason)
                            .log("stopping; removing everything that is ours from the node");
                    remove();
                }
            }
        } catch (IOException | FileChangeFailed e) {
            LOG.atError().setCause(e).log("could not leave the node in order; look at the files named above");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private DepartureVerdict verdict() {
        if (daemonSet.isEmpty()) {
            return new DepartureVerdict.Leave("the name of our DaemonSet is not known (LINKERD_MULTUS_DAEMON_SET)");
        }
        var known = daemonSet.get().knowledge();
        if (known.live() && known.sighting() instanceof Sighting.Leaving) {
            return DepartureVerdict.of(known, new ApiAnswer.Unreachable("not asked"), removeWhenUnreachable);
        }
        var look = daemonSet.get().lastLook(LAST_LOOK);
        // Read again: the watch may have told of the deletion while we asked.
        WatchKnowledge now = daemonSet.get().knowledge();
        return DepartureVerdict.of(now, look, removeWhenUnreachable);
    }

    private void remove() throws InterruptedException, IOException, FileChangeFailed {
        if (!hold.isTaken() && !takeWithin(WAIT_FOR_NODE)) {
            LOG.atError().log("another installer has the node; nothing is removed by this one");
            return;
        }
        for (int attempt = 1; attempt <= ATTEMPTS && !hold.journal().isClean(); attempt++) {
            var observed = files.observe(Desired.NOTHING, hold.journal(), Set.of());
            var outcome = files.apply(NodePlan.of(Desired.NOTHING, observed), hold.journal());
            hold.became(outcome.journal());
        }
        if (hold.journal().isClean()) {
            hold.giveUpForGood();
            LOG.atInfo().log("the node is as it was before us");
            return;
        }
        LOG.atError()
                .addKeyValue(
                        "files",
                        hold.journal().entries().stream()
                                .map(entry -> entry.path())
                                .toList())
                .log(
                        "some files could not be given back; the journal stays, and the next installer on this node will try again");
        hold.giveUp();
    }

    private boolean takeWithin(Duration time) throws InterruptedException {
        var wakeups = new Wakeups();
        var taker = Thread.ofPlatform().daemon().name("take-node").start(() -> {
            try {
                hold.take(wakeups);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        taker.join(time);
        wakeups.stop();
        return hold.isTaken();
    }
}
