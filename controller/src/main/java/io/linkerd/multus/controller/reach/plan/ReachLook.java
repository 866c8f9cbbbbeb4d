// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.reach.plan;

/** What one look from the API server's side found. */
public sealed interface ReachLook {
    /** The dry run came back with the webhook's answer. */
    record Answered() implements ReachLook {}

    /** It came back without, though all replicas are of the latest template and some are ready. */
    record Missed(WebhookPods webhook) implements ReachLook {}

    /**
     * There is nothing to reach: no webhook, none that would answer, or no replica that is ready.
     *
     * @param why for a person, in words
     */
    record Away(String why) implements ReachLook {}

    /**
     * It tells nothing of the way to the webhook.
     *
     * @param why for a person, in words
     */
    record Unclear(String why) implements ReachLook {}

    /** {@return its name in metrics} */
    default String label() {
        return switch (this) {
            case Answered _ -> "answered";
            case Missed _ -> "missed";
            case Away _, Unclear _ -> "unclear";
        };
    }
}
