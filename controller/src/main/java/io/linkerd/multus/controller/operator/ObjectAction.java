// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

/** What the operator does about one object that is asked for, and why. */
enum ObjectAction {
    /** It is there as it was written, and what was written is what is asked for. */
    KEEP,
    /** It differs, and its step has been reached, or what there is of it follows the spec in any case. */
    CORRECT,
    /** It is missing, and its step has been reached. */
    CREATE,
    /** A step before its own is not done. */
    AWAIT_STEP,
    /** It has API servers ask the webhook, and no replica answers. */
    AWAIT_ANSWER;

    /**
     * What API servers ask, and what becomes of it.
     *
     * @param isAsked whether a configuration has them ask the webhook
     * @param isAnswered whether a replica of it answers, and will: not where its namespace is being deleted, whose replicas take the
     *     configurations along
     */
    record Asked(boolean isAsked, boolean isAnswered) {}

    /**
     * {@return the action} Without effects, and the same for the same observation.
     *
     * <p>Where this very spec was rolled out before, what differs is put right at once, whatever else is the matter: a node that is away
     * would else keep what is spoiled from being undone. But a webhook's configuration that is gone comes back only when a replica
     * answers: a person may have taken it away to have pods start again. One that is there follows the spec of this version at once: a
     * person lets pods pass the webhook since it does not answer.
     *
     * <p>What is missing and was there before is made at once, too: everything was where this version was rolled out, and the installer and
     * the webhook were where API servers ask it. Who waits for the order would leave pods without an answer.
     *
     * @param achieved what was rolled out before
     * @param isReached whether every step before the object's is done
     * @param asked whether the webhook is asked, and answers
     */
    static ObjectAction of(OperatorPlan.Part part, Achieved achieved, boolean isReached, Asked asked) {
        var asks = part.stage() == Stage.ADMISSION;
        var isTime = isReached || achieved == Achieved.SPEC;
        if (part.matches()) {
            return KEEP;
        }
        if (part.exists()) {
            return isTime || (asks && achieved == Achieved.VERSION) ? CORRECT : AWAIT_STEP;
        }
        var wasThere = achieved != Achieved.NOTHING || (!asks && asked.isAsked());
        if (!isReached && !wasThere) {
            return AWAIT_STEP;
        }
        return asks && !asked.isAnswered() ? AWAIT_ANSWER : CREATE;
    }

    /** {@return whether the object is written} */
    boolean isWrite() {
        return this == CORRECT || this == CREATE;
    }
}
