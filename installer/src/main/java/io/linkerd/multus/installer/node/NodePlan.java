// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.durable.Fingerprint;
import io.linkerd.multus.installer.node.journal.Journal;
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
 * @param originals other people's files that have to be kept beside the journal first, by host path
 * @param intent the journal that has to be durable before the first action
 * @param actions in order
 * @param obstacles where nothing is done though something should be
 */
record NodePlan(
        Map<String, Fingerprint> originals, Journal intent, List<NodeAction> actions, List<Obstacle> obstacles) {
    NodePlan {
        originals = Map.copyOf(originals);
        actions = List.copyOf(actions);
        obstacles = List.copyOf(obstacles);
    }

    /** Why nothing is done at a path; the reason follows the path in a sentence. */
    record Obstacle(String path, String reason) {
        @Override
        public String toString() {
            return path + " " + reason;
        }
    }

    /** Plans from what is desired and what was observed. */
    static NodePlan of(Desired desired, Observed observed) {
        var draft = new PlanDraft(desired, observed);
        draft.makeDirectories();
        desired.files().forEach(draft::put);
        if (desired.problems().isEmpty()) {
            draft.giveBackWhatIsNotDesired();
        }
        return draft.plan();
    }

    /** {@return whether carrying it out would change anything} */
    boolean changes(Journal journal) {
        return !actions.isEmpty() || !intent.equals(journal);
    }
}
