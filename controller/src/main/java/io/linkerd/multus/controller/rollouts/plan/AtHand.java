// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.controller.pods.plan.ChangeDigest;

/**
 * A workload at hand: it is restarted, or about to be. It stands in the LinkerdConfig's status before anything is done to the workload, and
 * until all is done, so that two leaders together have no more of them than one may have.
 *
 * @param kind of the workload, as in {@code Deployment}
 * @param uid of this very object
 * @param change for which it is restarted
 * @param evenUnwell whether it was at hand for an earlier change when this one came, and is restarted again whatever it is like
 * @param attempt counts the plans that were to restart it: each is another status, so that a leader whose view is older cannot write its own
 *     while the workload is being restarted. 0 once it was seen restarted: a template that lacks the mark after that was set back
 */
public record AtHand(
        String kind, String namespace, String name, String uid, ChangeDigest change, boolean evenUnwell, int attempt) {

    static AtHand of(Workload workload, boolean evenUnwell, int attempt) {
        var subject = workload.subject();
        return new AtHand(
                subject.kind(),
                subject.namespace(),
                subject.name(),
                subject.uid(),
                workload.change(),
                evenUnwell,
                attempt);
    }

    /** {@return the same, seen restarted} */
    AtHand seenRestarted() {
        return new AtHand(kind, namespace, name, uid, change, evenUnwell, 0);
    }

    /** {@return the same workload, at hand for the change for which it was restarted before} */
    AtHand backTo(ChangeDigest before) {
        return new AtHand(kind, namespace, name, uid, before, false, attempt);
    }
}
