// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.installer.health.Metrics.Family;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalStore;
import io.linkerd.multus.installer.node.journal.NodeLock;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.files.FileChangeFailed;
import jakarta.inject.Singleton;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the journal for whoever has the node's lock: whose it is, what a damaged one leaves behind, and what a kill has left half done. */
@Singleton
final class NodeJournal {
    private static final Logger log = LoggerFactory.getLogger(NodeJournal.class);
    private static final String OF_RELEASE = " of release ";

    private final JournalStore store;
    private final NodeFiles files;
    private final String release;
    private final List<String> takeOverFrom;
    private final Metrics metrics;

    NodeJournal(InstallerSettings settings, JournalStore store, NodeFiles files, Metrics metrics) {
        this.store = store;
        this.files = files;
        this.release = settings.release().instance();
        this.takeOverFrom = settings.release().takeOverFrom();
        this.metrics = metrics;
    }

    /** {@return what others read in the lock while this pod has it} */
    String signature(String podName) {
        return "pod " + podName + NodeLock.SHARES + OF_RELEASE + release;
    }

    /** Notes who has the lock, by their signature. */
    void heldBy(String signature) {
        int at = signature.indexOf(OF_RELEASE);
        if (at >= 0 && !signature.endsWith(OF_RELEASE + release)) {
            foreign(signature.substring(at + OF_RELEASE.length()));
        }
    }

    /** {@return the journal as it is on the disk, signed as ours; or why it is not to be touched} */
    Result<Journal> open() throws FileChangeFailed {
        return settled(
                switch (read()) {
                    case Result.Ok<Journal>(var found) -> ours(found);
                    case Result.Not<Journal> not -> not;
                });
    }

    /** {@return the same for who is not the daemon: whosever the node is, and without a word of that in the journal} */
    Result<Journal> openUnsigned() throws FileChangeFailed {
        return settled(read());
    }

    private Result<Journal> read() throws FileChangeFailed {
        return switch (store.load()) {
            case Lookup.Found<Journal>(var found) -> new Result.Ok<>(found);
            case Lookup.Absent<Journal> _ ->
                throw new IllegalStateException("a journal that is absent is an empty one");
            case Lookup.Unknown<Journal>(var reason, var mayBecomeReadable) ->
                mayBecomeReadable
                        ? new Result.Not<>("the journal in " + store.directory() + " is of no use: " + reason)
                        : new Result.Ok<>(afterDamage(reason));
        };
    }

    private Result<Journal> settled(Result<Journal> journal) throws FileChangeFailed {
        if (journal instanceof Result.Ok<Journal>(var open)) {
            store.reclaim(open);
            removeLeftovers(open);
            remindOfUnclaimed();
        }
        return journal;
    }

    private void remindOfUnclaimed() throws FileChangeFailed {
        var unclaimed = store.unclaimed();
        if (!unclaimed.isEmpty()) {
            log.atWarn()
                    .addKeyValue("files", unclaimed)
                    .log(
                            "files that other people had on this node before us are kept, and the journal that knew where they"
                                    + " belong was damaged (journal.json.damaged): mend it and put it back as journal.json, or put"
                                    + " the files back yourself, and remove both");
        }
    }

    private void removeLeftovers(Journal journal) throws FileChangeFailed {
        int leftovers = files.removeLeftovers(journal);
        if (leftovers > 0) {
            log.atInfo().addKeyValue("files", leftovers).log("removed what an installer that died had left half done");
        }
    }

    private Journal afterDamage(String reason) throws FileChangeFailed {
        var aside = store.setAside();
        log.atError()
                .addKeyValue("reason", reason)
                .addKeyValue("kept", aside)
                .log("the journal was damaged and is put aside; files that it knew of will stay on the node on"
                        + " removal, and what was there before them is kept beside it");
        return Journal.EMPTY;
    }

    /** A journal of this release; another release's files are left alone, until it has gone, or a person says whose they are. */
    private Result<Journal> ours(Journal found) throws FileChangeFailed {
        if (found.isForeignTo(release) && !takeOverFrom.contains(found.owner())) {
            foreign(found.owner());
            return new Result.Not<>("this node belongs to another release, " + found.owner()
                    + ", whose files are left alone: remove that"
                    + " release, or keep one of the two off this node; where it is gone for good, name it in the chart's value"
                    + " installer.takeOverFrom (LINKERD_MULTUS_TAKE_OVER_FROM), or write " + release
                    + " in its place as the owner in " + store.directory() + "/journal.json");
        }
        metrics.clear(Family.FOREIGN_OWNER);
        var ours = found.ownedBy(release);
        if (!found.isClean() && !found.equals(ours)) {
            takenOver(found);
            store.save(ours); // at once: another release would not know otherwise whose it is
        }
        return new Result.Ok<>(ours);
    }

    private void takenOver(Journal found) {
        if (found.isForeignTo(release)) {
            log.atInfo()
                    .addKeyValue("release", found.owner())
                    .log(
                            "took over the node from a release that is gone for good, as LINKERD_MULTUS_TAKE_OVER_FROM says");
        }
    }

    private void foreign(String owner) {
        metrics.clear(Family.FOREIGN_OWNER);
        metrics.set(Family.FOREIGN_OWNER, 1, "owner", owner);
    }
}
