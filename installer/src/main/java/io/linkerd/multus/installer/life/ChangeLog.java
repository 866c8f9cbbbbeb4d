// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import io.linkerd.multus.installer.durable.FileChangeFailed;
import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.installer.health.Metrics.Family;
import io.linkerd.multus.installer.journal.Before;
import io.linkerd.multus.installer.node.NodeEvents;
import io.linkerd.multus.installer.node.Reason;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows every change of the node to people: in the log and in metrics. For one thread. */
final class ChangeLog implements NodeEvents {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeLog.class);

    private final Metrics metrics;
    private final Fights fights;
    private final InstantSource clock;
    private final List<String> failures = new ArrayList<>();
    private String lastFailure = "";

    ChangeLog(Metrics metrics, Fights fights, InstantSource clock) {
        this.metrics = metrics;
        this.fights = fights;
        this.clock = clock;
    }

    /** What has failed since this was asked last. */
    List<String> takeFailures() {
        var taken = List.copyOf(failures);
        failures.clear();
        if (taken.isEmpty()) {
            lastFailure = "";
        }
        return taken;
    }

    @Override
    public void wrote(String path, Reason reason) {
        metrics.count(Family.WRITES_TOTAL, "file", path, "reason", reason.label());
        if (!reason.isDrift()) {
            LOG.atInfo()
                    .addKeyValue("file", path)
                    .addKeyValue("reason", reason.label())
                    .log("wrote file");
            return;
        }
        metrics.count(Family.REPAIRS_TOTAL, "file", path);
        var wait = fights.repaired(path);
        if (wait.isEmpty()) {
            LOG.atInfo()
                    .addKeyValue("file", path)
                    .addKeyValue("reason", reason.label())
                    .log("repaired file");
        } else {
            metrics.count(Family.FIGHTS_TOTAL, "file", path);
            LOG.atWarn()
                    .addKeyValue("file", path)
                    .addKeyValue("reason", reason.label())
                    .addKeyValue("nextRepairIn", wait.get())
                    .log("somebody else keeps undoing this file; giving way for a while");
        }
    }

    @Override
    public void gaveBack(String path, Before before) {
        metrics.count(Family.GIVEN_BACK_TOTAL, "file", path);
        var what = switch (before) {
            case Before.Nothing _ -> "removed file";
            case Before.File _, Before.Link _ -> "gave back what was there before us";
        };
        LOG.atInfo().addKeyValue("file", path).log(what);
    }

    @Override
    public void forgot(String path, String note) {
        LOG.atInfo().addKeyValue("file", path).addKeyValue("note", note).log("left file as it is");
    }

    @Override
    public void keptDirectory(String path) {
        LOG.atInfo().addKeyValue("directory", path).log("left directory: it holds files that are not ours");
    }

    @Override
    public void failed(FileChangeFailed failure) {
        var message = String.valueOf(failure.getMessage());
        failures.add(message);
        metrics.count(Family.FAILURES_TOTAL);
        metrics.set(Family.LAST_FAILURE_TIMESTAMP_SECONDS, clock.instant().getEpochSecond());
        if (!message.equals(lastFailure)) {
            LOG.atError().addKeyValue("failure", message).log("a change of the node failed; trying again");
        }
        lastFailure = message;
    }
}
