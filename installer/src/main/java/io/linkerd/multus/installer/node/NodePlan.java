// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Fingerprint;
import java.util.List;
import java.util.Map;

/**
 * How to get from the node as it is to the node as it should be: a pure function.
 *
 * <p>The rules about other people's files:
 * <ul>
 *   <li>Whoever had a file at a path when we came gets it back on removal: bytes, owner, permission bits, or the link.
 *   <li>While we are installed the path is ours: what somebody else writes there is drift, and is repaired. A whole program that
 *       somebody puts over our plugin is, besides, what they get back in the end, in place of what they had before: it is the newer
 *       version of theirs. Nothing else that is written over our files is kept, and a deletion is not a content.
 *   <li>What lies there on removal and is not ours is somebody's newer file, and stays.
 *   <li>A file that is right already, and was not written by us, is not ours.
 * </ul>
 *
 * <p>The rules about other people's networks, with our plugin in them:
 * <ul>
 *   <li>What they write there is theirs, but for our plugin, which is put in again. A list that they remove is gone.
 *   <li>When none is to have our plugin any more, it goes from Multus' copies of them first.
 *   <li>On removal our plugin is taken out: byte for byte what they had, where nobody has written since and the original is as it was.
 *   <li>The plugin and its kubeconfig are there before a network names them, and go after none does any more.
 * </ul>
 *
 * @param originals other people's files that have to be kept beside the journal first, by host path
 * @param pristine other people's networks that have to be kept beside the journal first
 * @param intent the journal that has to be durable before the first action
 * @param actions in order
 * @param obstacles where nothing is done though something should be
 */
record NodePlan(
        Map<String, Fingerprint> originals,
        List<Content.Text> pristine,
        Journal intent,
        List<NodeAction> actions,
        List<Obstacle> obstacles) {
    NodePlan {
        originals = Map.copyOf(originals);
        pristine = List.copyOf(pristine);
        actions = List.copyOf(actions);
        obstacles = List.copyOf(obstacles);
    }

    /** Why nothing is done at a path; the reason follows the path in a sentence. */
    record Obstacle(String path, String reason) {
        /** {@return that a path is left alone for now} */
        static Obstacle postponed(String path) {
            return new Obstacle(path, "is not as it should be: another process keeps undoing it");
        }

        @Override
        public String toString() {
            return path + " " + reason;
        }
    }

    /** Plans from what is desired and what was observed. */
    static NodePlan of(Desired desired, Observed observed) {
        var draft = new PlanDraft(desired, observed);
        var files = new FileDraft(draft);
        draft.makeDirectories();
        desired.files().stream().filter(file -> !file.kind().isNetwork()).forEach(files::put);
        if (!draft.hasObstacles()) { // a network has to find the plugin and its kubeconfig
            desired.files().stream().filter(file -> file.kind().isNetwork()).forEach(files::put);
            desired.networks().forEach(new NetworkDraft(draft)::put);
        }
        giveBack(desired, observed, draft, files);
        return draft.plan();
    }

    /** {@return whether carrying it out would change anything} */
    boolean changes(Journal journal) {
        return !actions.isEmpty() || !intent.equals(journal);
    }

    /** {@return whether nothing stands in its way but that a path is left alone for now} */
    boolean waitsFor(String path) {
        return obstacles.equals(List.of(Obstacle.postponed(path)));
    }

    /** {@return what the journal has of this one that is not desired any more, the last first} */
    static List<JournalEntry> ending(Desired desired, Journal journal) {
        return journal.entriesOf(desired.owner()).reversed().stream()
                .filter(entry -> !desired.wants(entry.path()))
                .toList();
    }

    /**
     * While not all is known, what lies there is left alone, and what somebody has lost by us comes back all the same. A network that stays has to
     * find the plugin and its kubeconfig: one that could not be given back, or one that is left untouched.
     */
    private static void giveBack(Desired desired, Observed observed, PlanDraft draft, FileDraft files) {
        var ending = ending(desired, observed.journal());
        var lists = new ListEnd(draft, observed);
        if (desired.isWaiting()) {
            ending.stream().filter(lists::isLost).forEach(lists::end);
            return;
        }
        observed.copies().forEach(lists::copy);
        if (draft.hasObstacleIn(observed.copies().keySet())) {
            return; // it is found by the list that it is a copy of, and needs plugin and kubeconfig
        }
        ending.stream().filter(entry -> entry.kind().isOthers()).forEach(lists::end);
        ending.stream().filter(entry -> entry.kind() == EntryKind.NETWORK).forEach(files::end);
        var called = ending.stream().filter(entry -> !entry.kind().isNetwork()).toList();
        if (draft.hasObstacleAt(ending) || leavesNetworkInTrouble(desired, observed)) {
            draft.removeDirectories(called);
        } else {
            called.forEach(files::end);
            draft.removeDirectories(List.of());
        }
    }

    /**
     * Whether a network in trouble is left untouched, which may call what is there: one of ours, or Multus' with an earlier copy of one. Who has no
     * problems, as a verb, leaves networks untouched that it says nothing of.
     */
    private static boolean leavesNetworkInTrouble(Desired desired, Observed observed) {
        return !desired.problems().isEmpty()
                && desired.untouched().stream()
                        .anyMatch(path -> observed.journal()
                                .entry(path)
                                .filter(entry -> !entry.kind().isNetwork())
                                .isEmpty());
    }
}
