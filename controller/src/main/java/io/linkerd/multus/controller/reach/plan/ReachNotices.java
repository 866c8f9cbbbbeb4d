// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.reach.plan;

import io.linkerd.multus.contracts.names.ReachReasons;
import io.linkerd.multus.contracts.plans.Notice;
import java.util.Optional;

/** What a person is told of the API server's way to the webhook. */
public final class ReachNotices {
    private ReachNotices() {}

    /** {@return what holds now; nothing where the API server reaches the webhook, or where that is not known} */
    public static Optional<Notice> of(Reach reach) {
        return switch (reach) {
            case Reach.Unreached(var webhook) ->
                Optional.of(Notice.warning(webhook.deployment(), ReachReasons.UNREACHABLE, inWords(webhook)));
            case Reach.Reached _, Reach.Unknown _, Reach.NotSeen _ -> Optional.empty();
        };
    }

    /** {@return what takes back that it was out of reach; nothing where that was not said, or may be so still} */
    public static Optional<Notice> takingBack(ReachState state) {
        return state.complaint()
                .filter(_ -> state.reach() instanceof Reach.Reached)
                .map(webhook -> Notice.normal(
                        webhook.deployment(),
                        ReachReasons.REACHABLE,
                        "The API server reaches the webhook again; pods are meshed."));
    }

    /** {@return what is so, and what to do about it} */
    public static String inWords(WebhookPods webhook) {
        return "The API server does not get the webhook's answers, though its replicas are ready: dry runs that should pass it come back"
                + " without one. Meshed pods are refused meanwhile or, with webhook.failurePolicy=Ignore, made without"
                + " network and user id. " + way(webhook)
                + " If its metric linkerd_multus_webhook_reach_admissions_seconds_count grows, it is reached, and too busy to answer within"
                + " two seconds: it needs more processor time, or replicas."
                + " The API server's log says why, in its lines of reach.multus.linkerd.io.";
    }

    private static String way(WebhookPods webhook) {
        return webhook.onNodes()
                ? "Let API servers through to TCP port " + webhook.port()
                        + " of the nodes: a firewall or a security group may be in between."
                : "Let API servers through to TCP port " + webhook.port()
                        + " of its pods: a NetworkPolicy, a firewall or a security group may be in between. Where they have no way"
                        + " to pods at all, as on EKS with a network of its own, set webhook.hostNetwork=true, or"
                        + " spec.webhook.hostNetwork of the LinkerdMultus.";
    }
}
