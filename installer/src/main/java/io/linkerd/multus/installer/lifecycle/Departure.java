// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.lifecycle;

import io.linkerd.multus.installer.kube.DaemonSetWatch;
import io.linkerd.multus.installer.kube.Sighting;
import io.linkerd.multus.installer.kube.Successor;
import io.linkerd.multus.installer.node.NodeHold;
import io.linkerd.multus.installer.node.NodeRemoval;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.OnStop;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of this process: decides whether the node is left as it is, and if not, gives back everything. */
@Singleton
public final class Departure {
    private static final Logger log = LoggerFactory.getLogger(Departure.class);

    private final Optional<DaemonSetWatch> daemonSet;
    private final Successor successor;
    private final OnStop onStop;
    private final boolean removeWhenUnreachable;
    private final NodeHold hold;
    private final NodeRemoval removal;

    Departure(
            InstallerSettings settings,
            Optional<DaemonSetWatch> daemonSet,
            Successor successor,
            NodeHold hold,
            NodeRemoval removal) {
        this.onStop = settings.release().onStop();
        this.removeWhenUnreachable = settings.release().removeWhenUnreachable();
        this.daemonSet = daemonSet;
        this.successor = successor;
        this.hold = hold;
        this.removal = removal;
    }

    /** Leaves; nobody else may work on the node any more when this is called. */
    public void leave() {
        try {
            switch (verdict()) {
                case DepartureVerdict.Leave(var reason) -> {
                    log.atInfo().addKeyValue("reason", reason).log("stopping; the node stays as it is");
                    hold.giveUp();
                }
                case DepartureVerdict.Remove(var reason) -> {
                    log.atInfo()
                            .addKeyValue("reason", reason)
                            .log("stopping; removing everything that is ours from the node");
                    removal.run(LastWait.NODE.longest());
                }
            }
        } catch (IOException | FileChangeFailed e) {
            log.atError().setCause(e).log("could not leave the node in order; look at the files named above");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private DepartureVerdict verdict() {
        return switch (onStop) {
            case STAY -> new DepartureVerdict.Leave("LINKERD_MULTUS_ON_STOP is stay");
            case REMOVE -> new DepartureVerdict.Remove("LINKERD_MULTUS_ON_STOP is remove");
            case AUTO ->
                daemonSet
                        .map(this::ask)
                        .orElseGet(() -> new DepartureVerdict.Remove(
                                "there is no DaemonSet to ask about (LINKERD_MULTUS_DAEMON_SET), as with Linkerd's own installer;"
                                        + " LINKERD_MULTUS_ON_STOP=stay keeps the node as it is"));
        };
    }

    private DepartureVerdict ask(DaemonSetWatch watch) {
        long begun = System.nanoTime();
        var verdict = judge(watch);
        var rest = LastWait.LOOK.longest().minusNanos(System.nanoTime() - begun);
        if (verdict instanceof DepartureVerdict.Leave || !rest.isPositive()) {
            return verdict;
        }
        return successor
                .standing(rest)
                .<DepartureVerdict>map(
                        name -> new DepartureVerdict.Leave("our release's installer goes on as the DaemonSet " + name))
                .orElse(verdict);
    }

    private DepartureVerdict judge(DaemonSetWatch watch) {
        var known = watch.knowledge();
        boolean leaving = known.live() && known.sighting() instanceof Sighting.Leaving;
        var look = leaving
                ? new ApiAnswer.Failed<Sighting>(new ApiFailure.Unreachable("not asked"))
                : watch.lastLook(LastWait.LOOK.longest());
        // Read again: the watch may have told of the deletion while we asked.
        return DepartureVerdict.of(leaving ? known : watch.knowledge(), look, removeWhenUnreachable);
    }
}
