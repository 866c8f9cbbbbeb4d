// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.durable.Fingerprint;
import io.linkerd.multus.installer.journal.Journal;
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
 */
public record NodePlan(Map<String, Fingerprint> originals, Journal intent, List<NodeAction> actions) {
    public NodePlan {
        originals = Map.copyOf(originals);
        actions = List.copyOf(actions);
    }

    /** Plans from what is desired and what was observed. */
    public static NodePlan of(Desired desired, Observed observed) {
        var draft = new PlanDraft(desired, observed);
        draft.makeDirectories();
        desired.files().forEach(draft::put);
        if (desired.complete()) {
            draft.giveBackWhatIsNotDesired();
        }
        return draft.plan();
    }

    /** Whether carrying it out would change anything. */
    public boolean changesSomething(Journal journal) {
        return !intent.equals(journal) || !actions.stream().allMatch(NodePlan::isPassive);
    }

    private static boolean isPassive(NodeAction action) {
        return switch (action) {
            case NodeAction.Blocked _, NodeAction.Postponed _ -> true;
            case NodeAction.MakeDirectory _,
                    NodeAction.Put _,
                    NodeAction.GiveBack _,
                    NodeAction.Forget _,
                    NodeAction.RemoveDirectory _ -> false;
        };
    }
}
