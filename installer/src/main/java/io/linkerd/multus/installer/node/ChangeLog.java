// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.installer.health.Metrics.Family;
import io.linkerd.multus.installer.kube.NodeEvents;
import io.linkerd.multus.installer.node.Fights.Truce;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.files.FileChangeFailed;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Shows every change of the node to people, after it was made: in the log and in metrics. For one thread. */
@Singleton
final class ChangeLog {
    private static final Logger log = LoggerFactory.getLogger(ChangeLog.class);

    private final Metrics metrics;
    private final Fights fights;
    private final NodeEvents events;
    private final InstantSource clock;
    private final Set<String> failing = new HashSet<>();
    private final Set<String> failedBefore = new HashSet<>();
    private boolean isDeniedByModule;

    ChangeLog(Metrics metrics, Fights fights, NodeEvents events, Clocks clocks) {
        this.metrics = metrics;
        this.fights = fights;
        this.events = events;
        this.clock = clocks.wall();
    }

    /** A file of ours is in place. */
    void wrote(String path, Reason reason) {
        metrics.count(Family.WRITES_TOTAL, "file", path, "reason", reason.label());
        changed(path, reason, "wrote file");
    }

    /** A single network has become a list. */
    void retired(String path, Reason reason) {
        changed(path, reason, "made a list of this network, and put the original aside");
    }

    /** A list that does not get back what it was has our plugin in it no more. */
    void tookOut(String path, String note) {
        metrics.count(Family.GIVEN_BACK_TOTAL, "file", path);
        log.atInfo().addKeyValue("file", path).addKeyValue("note", note).log("took our plugin out of the list");
    }

    private void changed(String path, Reason reason, String what) {
        if (!reason.isDrift()) {
            log.atInfo()
                    .addKeyValue("file", path)
                    .addKeyValue("reason", reason.label())
                    .log(what);
            return;
        }
        metrics.count(Family.REPAIRS_TOTAL, "file", path);
        fights.repaired(path)
                .ifPresentOrElse(
                        truce -> fighting(path, reason, truce),
                        () -> log.atInfo()
                                .addKeyValue("file", path)
                                .addKeyValue("reason", reason.label())
                                .log("repaired file"));
    }

    /** A path has again what was there before us. */
    void gaveBack(String path, Original original) {
        metrics.count(Family.GIVEN_BACK_TOTAL, "file", path);
        var what = switch (original) {
            case Original.Nothing _ -> "removed file";
            case Original.File _, Original.Link _ -> "gave back what was there before us";
        };
        log.atInfo().addKeyValue("file", path).log(what);
    }

    /** A path is no longer ours, and was left as it is. */
    void forgot(String path, String note) {
        log.atInfo().addKeyValue("file", path).addKeyValue("note", note).log("left file as it is");
    }

    /** A directory of ours holds something of somebody else, and stays. */
    void keptDirectory(String path) {
        log.atInfo().addKeyValue("directory", path).log("left directory: it holds files that are not ours");
    }

    /** The node is looked at again: what failed at the look before this is known, anything older is forgotten. */
    void beginRound() {
        failedBefore.clear();
        failedBefore.addAll(failing);
        failing.clear();
        isDeniedByModule = false;
    }

    /** {@return whether something failed in this round that owners and modes of the node's folders would have allowed} */
    boolean isDeniedByModule() {
        return isDeniedByModule;
    }

    /** {@return whether a change failed at the look before this one} */
    boolean isFailing() {
        return !failedBefore.isEmpty();
    }

    /** A change did not happen. It is logged once, in however many {@linkplain #beginRound rounds} on end it fails. */
    void failed(FileChangeFailed failure) {
        isDeniedByModule |= failure.isDeniedByModule();
        metrics.count(Family.FAILURES_TOTAL);
        metrics.set(Family.LAST_FAILURE_TIMESTAMP_SECONDS, clock.instant().getEpochSecond());
        if (failing.add(failure.getMessage()) && !failedBefore.contains(failure.getMessage())) {
            log.atError().addKeyValue("failure", failure.getMessage()).log("a change of the node failed; trying again");
        }
    }

    private void fighting(String path, Reason reason, Truce truce) {
        metrics.count(Family.FIGHTS_TOTAL, "file", path);
        var line = log.atLevel(truce.news() ? Level.WARN : Level.DEBUG)
                .addKeyValue("file", path)
                .addKeyValue("reason", reason.label())
                .addKeyValue("nextRepairIn", truce.pause());
        var rival = Rival.likely(path);
        rival.map(likely -> line.addKeyValue("likely", likely))
                .orElse(line)
                .log("another process keeps undoing this file; giving way for a while");
        if (truce.news()) {
            events.tell(
                    NodeEvents.Reason.FileContested,
                    "another process keeps undoing " + path
                            + ", and linkerd-multus gives way for longer and longer; most likely it is "
                            + rival.orElse("another CNI installer: keep one of the two off this file"));
        }
    }
}
