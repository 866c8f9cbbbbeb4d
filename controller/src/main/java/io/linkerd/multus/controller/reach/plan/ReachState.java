// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.reach.plan;

import java.util.Optional;

/**
 * What is known after some looks.
 *
 * @param reach what is known
 * @param missed how many looks were missed since one was answered, or the webhook was away: what told nothing between them is no answer
 * @param unclear how many looks in a row told nothing, up to the last one
 * @param complaint the webhook that was said to be out of reach, until that is taken back
 */
public record ReachState(Reach reach, int missed, int unclear, Optional<WebhookPods> complaint) {
    /** Before the first look. */
    public static final ReachState NONE = new ReachState(new Reach.Unknown(), 0, 0, Optional.empty());

    /**
     * So many looks are no accident: one that was missed may have met a replica that was just leaving, or an API server that did not
     * know yet of one that had come; one that told nothing, an API server that was just starting.
     */
    public static final int CERTAIN = 3;

    /** {@return the state after one more look} Looks that tell nothing end in nothing being known. */
    public ReachState after(ReachLook look) {
        return switch (look) {
            case ReachLook.Answered _ -> new ReachState(new Reach.Reached(), 0, 0, complaint);
            case ReachLook.Missed(var webhook) -> missed(webhook);
            case ReachLook.Away(var why) -> new ReachState(new Reach.NotSeen(why), 0, unclear + 1, complaint);
            case ReachLook.Unclear(var why) -> new ReachState(afterUnclear(why), missed, unclear + 1, complaint);
        };
    }

    private ReachState missed(WebhookPods webhook) {
        return missed + 1 >= CERTAIN
                ? new ReachState(new Reach.Unreached(webhook), missed + 1, 0, Optional.of(webhook))
                : new ReachState(reach, missed + 1, 0, complaint);
    }

    /** What is said first stays: the words of an error may differ from look to look. */
    private Reach afterUnclear(String why) {
        return unclear + 1 >= CERTAIN && !(reach instanceof Reach.NotSeen) ? new Reach.NotSeen(why) : reach;
    }

    /** {@return the same, where it was said that the webhook is reached again} */
    public ReachState takenBack() {
        return new ReachState(reach, missed, unclear, Optional.empty());
    }
}
