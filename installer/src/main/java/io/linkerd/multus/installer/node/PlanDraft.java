// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.durable.Fingerprint;
import io.linkerd.multus.installer.journal.Before;
import io.linkerd.multus.installer.journal.Journal;
import io.linkerd.multus.installer.journal.JournalEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A plan while it is being made. */
final class PlanDraft {
    private static final Before NOTHING = new Before.Nothing();

    private final Desired desired;
    private final Observed observed;
    private final Map<String, Fingerprint> originals = new TreeMap<>();
    private final List<NodeAction> actions = new ArrayList<>();
    private Journal intent;

    PlanDraft(Desired desired, Observed observed) {
        this.desired = desired;
        this.observed = observed;
        this.intent = observed.journal();
    }

    NodePlan plan() {
        return new NodePlan(
                originals, desired.platform().map(intent::withPlatform).orElse(intent), actions);
    }

    void makeDirectories() {
        for (var directory : desired.directories()) {
            if (observed.missing().contains(directory)) {
                intent = intent.withDirectory(directory);
                actions.add(new NodeAction.MakeDirectory(directory));
            }
        }
    }

    void put(DesiredFile file) {
        var entry = observed.journal().entry(file.path());
        var before = entry.map(JournalEntry::before).orElse(NOTHING);
        switch (observed.at(file.path())) {
            case FileState.Absent _ -> write(file, entry.isPresent() ? Reason.DELETED : Reason.NEW, before);
            case FileState.Regular there -> putOver(file, there, entry);
            case FileState.Link(var target) -> {
                if (entry.isPresent()) {
                    write(file, Reason.OVERWRITTEN, before);
                } else {
                    write(file, Reason.TAKEN_OVER, new Before.Link(target));
                }
            }
            case FileState.Strange(var reason) -> actions.add(new NodeAction.Blocked(file.path(), reason));
        }
    }

    private void putOver(DesiredFile file, FileState.Regular there, Optional<JournalEntry> entry) {
        boolean sameContent = there.fingerprint().equals(file.content().fingerprint());
        if (sameContent && there.ownership().equals(file.ownership())) {
            return;
        }
        if (entry.isPresent() && entry.get().isOurs(there.fingerprint())) {
            var reason = sameContent ? Reason.PERMISSIONS : Reason.OUTDATED;
            write(file, reason, entry.get().before(), there.fingerprint());
        } else if (entry.isEmpty()) {
            writeOverTheirs(file, Reason.TAKEN_OVER, there);
        } else if (file.program() && there.program()) {
            writeOverTheirs(file, Reason.OVERWRITTEN, there);
        } else {
            write(file, Reason.OVERWRITTEN, entry.get().before());
        }
    }

    private void writeOverTheirs(DesiredFile file, Reason reason, FileState.Regular theirs) {
        if (!theirs.ownership().hasOwnerOf(file.ownership())) {
            actions.add(new NodeAction.Blocked(
                    file.path(),
                    "somebody else's file there belongs to user and group "
                            + theirs.ownership().owner()
                            + ", to whom the installer may not give it back later; give it to "
                            + file.ownership().owner() + " (chown), or remove it"));
        } else if (write(file, reason, new Before.File(theirs.fingerprint(), theirs.ownership()))) {
            originals.put(file.path(), theirs.fingerprint());
        }
    }

    /** Plans to write, unless it has to wait; {@code lying} are contents of ours that lie there until then. */
    private boolean write(DesiredFile file, Reason reason, Before before, Fingerprint... lying) {
        if (observed.postponed().contains(file.path())) {
            actions.add(new NodeAction.Postponed(file.path()));
            return false;
        }
        var ours = Stream.concat(Stream.of(lying), Stream.of(file.content().fingerprint()))
                .distinct()
                .toList();
        intent = intent.with(new JournalEntry(file.path(), ours, before));
        actions.add(new NodeAction.Put(file, reason));
        return true;
    }

    void giveBackWhatIsNotDesired() {
        for (var entry : observed.journal().entries().reversed()) {
            if (!desired.wants(entry.path())) {
                actions.add(ending(entry));
            }
        }
        for (var directory : observed.journal().directories().reversed()) {
            if (!desired.directories().contains(directory) && !isBlockedBelow(directory)) {
                actions.add(new NodeAction.RemoveDirectory(directory));
            }
        }
    }

    private boolean isBlockedBelow(String directory) {
        return actions.stream()
                .anyMatch(action -> action instanceof NodeAction.Blocked blocked
                        && blocked.path().startsWith(directory + "/"));
    }

    private NodeAction ending(JournalEntry entry) {
        var path = entry.path();
        return switch (observed.at(path)) {
            case FileState.Absent _ ->
                entry.before() instanceof Before.Nothing
                        ? new NodeAction.Forget(path, "nothing lies there")
                        : new NodeAction.GiveBack(path, entry.before());
            case FileState.Regular there
            when entry.isOurs(there.fingerprint()) -> new NodeAction.GiveBack(path, entry.before());
            case FileState.Regular _, FileState.Link _ -> new NodeAction.Forget(path, "what lies there is not ours");
            case FileState.Strange(var reason) -> new NodeAction.Blocked(path, reason);
        };
    }
}
