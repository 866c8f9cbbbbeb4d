// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.NodePlan.Obstacle;
import io.linkerd.multus.installer.node.durable.Fingerprint;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A plan while it is being made. */
final class PlanDraft {
    private static final Original NOTHING = new Original.Nothing();

    private final Desired desired;
    private final Observed observed;
    private final Map<String, Fingerprint> originals = new TreeMap<>();
    private final List<NodeAction> actions = new ArrayList<>();
    private final List<Obstacle> obstacles = new ArrayList<>();
    private Journal intent;

    PlanDraft(Desired desired, Observed observed) {
        this.desired = desired;
        this.observed = observed;
        this.intent = observed.journal();
    }

    NodePlan plan() {
        var remembering = desired.platform()
                .map(platform -> intent.withPlatform(platform.label()))
                .orElse(intent);
        return new NodePlan(originals, remembering, actions, obstacles);
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
        if (entry.isPresent() && !entry.get().owner().equals(desired.owner())) {
            cannotUse(file.path(), entry.get().owner() + " has it");
            return;
        }
        var original = entry.map(JournalEntry::original).orElse(NOTHING);
        switch (observed.at(file.path())) {
            case FileState.Absent _ -> write(file, entry.isPresent() ? Reason.DELETED : Reason.NEW, original);
            case FileState.Regular there -> putOver(file, there, entry);
            case FileState.Link(var target) -> {
                if (entry.isPresent()) {
                    write(file, Reason.OVERWRITTEN, original);
                } else {
                    write(file, Reason.TAKEN_OVER, new Original.Link(target));
                }
            }
            case FileState.Unusable(var reason) -> cannotUse(file.path(), reason);
        }
    }

    private void putOver(DesiredFile file, FileState.Regular there, Optional<JournalEntry> entry) {
        boolean sameContent = there.fingerprint().equals(file.content().fingerprint());
        if (sameContent && there.ownership().equals(file.ownership())) {
            return;
        }
        if (entry.isPresent() && entry.get().isOurs(there.fingerprint())) {
            var reason = sameContent ? Reason.PERMISSIONS : Reason.OUTDATED;
            write(file, reason, entry.get().original(), there.fingerprint());
        } else if (entry.isEmpty()) {
            writeOverTheirs(file, Reason.TAKEN_OVER, there);
        } else if (file.kind() == EntryKind.PLUGIN && there.program()) {
            writeOverTheirs(file, Reason.OVERWRITTEN, there);
        } else {
            write(file, Reason.OVERWRITTEN, entry.get().original());
        }
    }

    private void writeOverTheirs(DesiredFile file, Reason reason, FileState.Regular theirs) {
        if (!theirs.ownership().hasOwnerOf(file.ownership())) {
            cannotUse(
                    file.path(),
                    "somebody else's file there belongs to user and group "
                            + theirs.ownership().owner()
                            + ", to whom the installer may not give it back later; give it to "
                            + file.ownership().owner() + " (chown), or remove it");
        } else if (write(file, reason, new Original.File(theirs.fingerprint(), theirs.ownership()))) {
            originals.put(file.path(), theirs.fingerprint());
        }
    }

    /** Plans to write, unless it has to wait; {@code lying} are contents of ours that lie there until then. */
    private boolean write(DesiredFile file, Reason reason, Original original, Fingerprint... lying) {
        if (observed.postponed().contains(file.path())) {
            obstacles.add(new Obstacle(file.path(), "is not as it should be: somebody else keeps undoing it"));
            return false;
        }
        var ours = Stream.concat(Stream.of(lying), Stream.of(file.content().fingerprint()))
                .distinct()
                .toList();
        intent = intent.with(new JournalEntry(file.path(), file.kind(), desired.owner(), ours, original));
        actions.add(new NodeAction.Put(file, reason));
        return true;
    }

    void giveBackWhatIsNotDesired() {
        for (var entry : observed.journal().entriesOf(desired.owner()).reversed()) {
            if (!desired.wants(entry.path())) {
                end(entry);
            }
        }
        var needed = desired.directories();
        for (var directory : observed.journal().directories().reversed()) {
            if (!needed.contains(directory) && !isBlockedBelow(directory) && !isOthers(directory)) {
                actions.add(new NodeAction.RemoveDirectory(directory));
            }
        }
    }

    private void end(JournalEntry entry) {
        var path = entry.path();
        switch (observed.at(path)) {
            case FileState.Absent _ ->
                actions.add(
                        entry.original() instanceof Original.Nothing
                                ? new NodeAction.Forget(path, "nothing lies there")
                                : new NodeAction.GiveBack(path, entry.original()));
            case FileState.Regular there
            when entry.isOurs(there.fingerprint()) -> actions.add(new NodeAction.GiveBack(path, entry.original()));
            case FileState.Regular _, FileState.Link _ ->
                actions.add(new NodeAction.Forget(path, "what lies there is not ours"));
            case FileState.Unusable(var reason) -> cannotUse(path, reason);
        }
    }

    /** Whether another one of our programs has something there. */
    private boolean isOthers(String directory) {
        return observed.journal().entries().stream()
                .anyMatch(entry ->
                        !entry.owner().equals(desired.owner()) && entry.path().startsWith(directory + "/"));
    }

    private boolean isBlockedBelow(String directory) {
        return obstacles.stream().anyMatch(obstacle -> obstacle.path().startsWith(directory + "/"));
    }

    private void cannotUse(String path, String reason) {
        obstacles.add(new Obstacle(path, "cannot be used: " + reason));
    }
}
