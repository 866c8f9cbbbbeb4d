// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.NodePlan.Obstacle;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A plan while it is being made: what every part of it is noted in. */
final class PlanDraft {
    private final Desired desired;
    private final Observed observed;
    private final Map<String, Fingerprint> originals = new TreeMap<>();
    private final List<Content.Text> pristine = new ArrayList<>();
    private final List<NodeAction> actions = new ArrayList<>();
    private final List<Obstacle> obstacles = new ArrayList<>();
    private Journal intent;

    PlanDraft(Desired desired, Observed observed) {
        this.desired = desired;
        this.observed = observed;
        this.intent = observed.journal();
    }

    NodePlan plan() {
        var seen = seen();
        var remembering = desired.platform()
                .map(platform -> seen.withPlatform(platform.label()))
                .orElse(seen);
        return new NodePlan(originals, pristine, remembering, actions, obstacles);
    }

    /** What is there is of this boot from now on. */
    private Journal seen() {
        var seen = intent;
        for (var entry : observed.journal().entriesOf(desired.owner())) {
            var known = intent.entry(entry.path()).filter(_ -> at(entry.path()) instanceof FileState.Regular);
            seen = known.isPresent() ? seen.with(known.get().seenIn(observed.boot())) : seen;
        }
        return seen;
    }

    void makeDirectories() {
        for (var directory : desired.written()) {
            if (observed.missing().contains(directory)) {
                intent = intent.withDirectory(directory);
                actions.add(new NodeAction.MakeDirectory(directory));
            }
        }
    }

    /** Those that nothing is in which stays: an action that does nothing would be planned, and carried out, at each look. */
    void removeDirectories(List<JournalEntry> staying) {
        var needed = desired.directories();
        for (var directory : observed.journal().directories().reversed()) {
            if (!needed.contains(directory)
                    && !isBlockedBelow(directory)
                    && !isOthers(directory)
                    && staying.stream().noneMatch(entry -> entry.path().startsWith(directory + "/"))) {
                actions.add(new NodeAction.RemoveDirectory(directory));
            }
        }
    }

    /** {@return the journal as it has to be before the first action, as far as that is known} */
    Journal intent() {
        return intent;
    }

    boolean hasObstacles() {
        return !obstacles.isEmpty();
    }

    /** {@return whether one of these entries has to stay} */
    boolean hasObstacleAt(List<JournalEntry> entries) {
        return obstacles.stream()
                .anyMatch(obstacle ->
                        entries.stream().anyMatch(entry -> entry.path().equals(obstacle.path())));
    }

    /** {@return whether nothing can be done at one of these paths} */
    boolean hasObstacleIn(Set<String> paths) {
        return obstacles.stream().anyMatch(obstacle -> paths.contains(obstacle.path()));
    }

    /** Whether another one of our programs has a path that this one wants; then there is nothing to be done for this one. */
    boolean isAnothers(String path) {
        var other = another(path);
        other.ifPresent(owner -> cannotUse(path, owner + " has it"));
        return other.isPresent();
    }

    /** {@return which other one of our programs has a path} */
    Optional<EntryOwner> another(String path) {
        return observed.journal().entry(path).map(JournalEntry::owner).filter(owner -> !owner.equals(desired.owner()));
    }

    /** Whether a path has to be left alone for now. */
    boolean isPostponed(String path) {
        boolean postponed = observed.postponed().contains(path);
        if (postponed) {
            obstacles.add(Obstacle.postponed(path));
        }
        return postponed;
    }

    /** Plans to write, unless it has to wait; {@code lying} are contents of ours that lie there until then. */
    boolean write(DesiredFile file, Reason reason, Original original, Fingerprint... lying) {
        if (isPostponed(file.path())) {
            return false;
        }
        var ours = Stream.concat(Stream.of(lying), Stream.of(file.content().fingerprint()))
                .distinct()
                .toList();
        remember(file.path(), file.kind(), ours, original);
        actions.add(new NodeAction.Put(file, reason));
        return true;
    }

    void remember(String path, EntryKind kind, List<Fingerprint> ours, Original original) {
        intent = intent.with(new JournalEntry(path, kind, desired.owner(), ours, original).seenIn(observed.boot()));
    }

    void act(NodeAction action) {
        actions.add(action);
    }

    /** Has the bytes that lie at a path now kept beside the journal. */
    void keep(String path, Fingerprint lying) {
        originals.put(path, lying);
    }

    /** Has a text kept beside the journal. */
    void keep(Content.Text text) {
        pristine.add(text);
    }

    void cannotUse(String path, String reason) {
        obstacle(path, "cannot be used: " + reason);
    }

    void obstacle(String path, String reason) {
        obstacles.add(new Obstacle(path, reason));
    }

    Optional<JournalEntry> entry(String path) {
        return observed.journal().entry(path);
    }

    /** {@return whether what was there may have gone with the node's last boot, and nobody has made it since} */
    boolean isOfEarlierBoot(JournalEntry entry) {
        return entry.seen().isBefore(observed.boot());
    }

    FileState at(String path) {
        return observed.at(path);
    }

    /** {@return why to write once more what the journal speaks of} Only what this process has seen standing can it take for undone. */
    Reason undone(String path, Reason drift) {
        return observed.stood().containsKey(path) ? drift : Reason.AGAIN;
    }

    /** {@return why to write over another content of ours} What stood there already, another process has put back. */
    Reason replaced(DesiredFile file) {
        var stood = Optional.ofNullable(observed.stood().get(file.path()));
        return stood.equals(Optional.of(file.content().fingerprint())) ? Reason.REVERTED : Reason.OUTDATED;
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
}
