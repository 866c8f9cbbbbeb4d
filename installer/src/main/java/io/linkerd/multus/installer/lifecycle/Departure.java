// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.lifecycle;

import io.linkerd.multus.installer.kube.Successor;
import io.linkerd.multus.installer.node.NodeHold;
import io.linkerd.multus.installer.node.NodeRemoval;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.OnStop;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Pauses;
import io.linkerd.multus.service.departure.DaemonSetWatch;
import io.linkerd.multus.service.departure.DepartureVerdict;
import io.linkerd.multus.service.departure.Inquiry;
import io.linkerd.multus.service.departure.LastLook;
import io.linkerd.multus.service.departure.LastWait;
import io.linkerd.multus.service.files.FileChangeFailed;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of this process: decides whether the node is left as it is, and if not, gives back everything. */
@Singleton
public final class Departure {
    private static final Logger log = LoggerFactory.getLogger(Departure.class);

    private final Optional<DaemonSetWatch> daemonSet;
    private final Optional<LastLook> looks;
    private final Successor successor;
    private final OnStop onStop;
    private final boolean removeWhenUnreachable;
    private final NodeHold hold;
    private final NodeRemoval removal;
    private final Pauses pauses;
    private final RandomGenerator random;

    Departure(
            InstallerSettings settings,
            Optional<DaemonSetWatch> daemonSet,
            Optional<LastLook> looks,
            Successor successor,
            NodeHold hold,
            NodeRemoval removal,
            Pauses pauses,
            RandomGenerator random) {
        this.onStop = settings.release().onStop();
        this.removeWhenUnreachable = settings.release().removeWhenUnreachable();
        this.daemonSet = daemonSet;
        this.looks = looks;
        this.successor = successor;
        this.hold = hold;
        this.removal = removal;
        this.pauses = pauses;
        this.random = random;
    }

    /** Leaves; nobody else may work on the node any more when this is called. */
    public void leave() {
        leave(Deadline.in(LastWait.ALL.longest(), System::nanoTime));
    }

    /** Leaves, with so much time until a removal has to begin. */
    void leave(Deadline time) {
        try {
            switch (verdict(time)) {
                case DepartureVerdict.Leave(var reason) -> {
                    log.atInfo().addKeyValue("reason", reason).log("stopping; the node stays as it is");
                    hold.giveUp();
                }
                case DepartureVerdict.Remove(var reason) -> {
                    log.atInfo()
                            .addKeyValue("reason", reason)
                            .log("stopping; removing everything that is ours from the node");
                    removal.run(time.left());
                }
            }
        } catch (IOException | FileChangeFailed e) {
            log.atError().setCause(e).log("could not leave the node in order; look at the files named above");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private DepartureVerdict verdict(Deadline time) throws InterruptedException {
        return switch (onStop) {
            case STAY -> new DepartureVerdict.Leave("LINKERD_MULTUS_ON_STOP is stay");
            case REMOVE -> new DepartureVerdict.Remove("LINKERD_MULTUS_ON_STOP is remove");
            case AUTO ->
                daemonSet.isPresent() && looks.isPresent()
                        ? ask(daemonSet.get(), looks.get(), time)
                        : new DepartureVerdict.Remove(
                                "there is no DaemonSet to ask about (LINKERD_MULTUS_DAEMON_SET), as with Linkerd's own installer;"
                                        + " LINKERD_MULTUS_ON_STOP=stay keeps the node as it is");
        };
    }

    private DepartureVerdict ask(DaemonSetWatch watch, LastLook last, Deadline time) throws InterruptedException {
        var verdict = new Inquiry(watch::knowledge, last::look, pauses, random, removeWhenUnreachable).judge(time);
        if (verdict instanceof DepartureVerdict.Leave) {
            return verdict;
        }
        return successor
                .standing(LastWait.lookWithin(time))
                .<DepartureVerdict>map(
                        name -> new DepartureVerdict.Leave("our release's installer goes on as the DaemonSet " + name))
                .orElse(verdict);
    }
}
