// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.durable.FileChangeFailed;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.service.clocks.Wakeups;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes everything that is ours off the node, and gives back what was there before. */
@Singleton
public final class NodeRemoval {
    private static final Logger log = LoggerFactory.getLogger(NodeRemoval.class);
    private static final int ATTEMPTS = 3;

    private final NodeHold hold;
    private final NodeFiles files;

    NodeRemoval(NodeHold hold, NodeFiles files) {
        this.hold = hold;
        this.files = files;
    }

    /** Removes, and gives the node up; nobody else may work on the node any more when this is called. */
    public void run(Duration waitForNode) throws InterruptedException, IOException, FileChangeFailed {
        if (!hold.isTaken() && !takeWithin(waitForNode)) {
            log.atError().log("another installer has the node; nothing is removed by this one");
            return;
        }
        for (int attempt = 1; attempt <= ATTEMPTS && !hold.journal().isClean(); attempt++) {
            var observed = files.observe(Desired.NOTHING, hold.journal(), Set.of());
            var applied = files.apply(NodePlan.of(Desired.NOTHING, observed), hold.journal());
            hold.became(applied.journal());
        }
        if (hold.journal().isClean()) {
            hold.giveUpForGood();
            log.atInfo().log("the node is as it was before us");
            return;
        }
        var left = hold.journal().entries().stream().map(JournalEntry::path).toList();
        log.atError()
                .addKeyValue("files", left)
                .log("some files could not be given back; the journal stays, and the next installer on this node"
                        + " will try again");
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
