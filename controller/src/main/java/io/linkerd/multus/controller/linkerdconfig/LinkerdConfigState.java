// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectorVerification;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlan;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedValues;
import io.linkerd.multus.controller.linkerdconfig.plan.ValuesWrite;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationStatus;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfig;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.util.Map;
import java.util.Optional;

/**
 * What one process remembers from one reconcile of the {@code LinkerdConfig} to the next. What the next leader has to know is in the object's status.
 *
 * @param unfinished names the ConfigMap whose managedFields may have an entry of ours; empty where none can have one
 * @param verification of the text that was written last; empty where none is under way
 * @param lastWritten the version of the ConfigMap that was written over last; empty where none was
 * @param notWritten why the API server rejected the last write; empty where it did not
 * @param reported how far the text that is in place is verified
 * @param metrics of the last plan
 */
record LinkerdConfigState(
        Optional<LinkerdConfigSpec> unfinished,
        Optional<InjectorVerification> verification,
        String lastWritten,
        String notWritten,
        VerificationStatus reported,
        LinkerdConfigMetrics metrics) {
    /** Names Linkerd's ConfigMap where no LinkerdConfig does. */
    private static final LinkerdConfigSpec USUAL =
            LinkerdConfigSpec.of(new LinkerdConfig("", ValueTree.Members.of(Map.of()), true));

    /** The state of a new process: the previous leader may have ended between its two writes. */
    static final LinkerdConfigState FIRST = new LinkerdConfigState(
            Optional.of(USUAL), Optional.empty(), "", "", VerificationStatus.NONE, LinkerdConfigMetrics.NONE);

    /** {@return the state as a reconcile of that spec begins} */
    LinkerdConfigState reconciling(LinkerdConfigSpec spec) {
        return new LinkerdConfigState(Optional.of(spec), verification, lastWritten, notWritten, reported, metrics);
    }

    /** {@return the state after a dry run with these values} While they cannot be read, the verification is kept. */
    LinkerdConfigState verified(ObservedValues values, Optional<InjectorVerification> now) {
        return values instanceof ObservedValues.Unreadable ? this : verifying(now);
    }

    /** {@return the state once the plan is made} A text that is about to be written is not in place yet, and its write may be rejected. */
    LinkerdConfigState planned(LinkerdConfigPlan plan) {
        var inPlace = plan.write().isPresent()
                ? verification.filter(now -> !now.hasEnded()).map(_ -> VerificationStatus.WAITING)
                : Optional.of(plan.after().asked().verification());
        return new LinkerdConfigState(
                unfinished,
                verification,
                lastWritten,
                notWritten,
                inPlace.orElse(VerificationStatus.NONE),
                LinkerdConfigMetrics.of(plan));
    }

    /**
     * {@return the state once the status is written} A verification that has ended is reported, and not needed any more, unless the ConfigMap could
     * not be read, so that the status still has it as under way.
     */
    LinkerdConfigState statusWritten() {
        return reported == VerificationStatus.WAITING ? this : verifying(verification.filter(now -> !now.hasEnded()));
    }

    /** {@return the state once a text is written} */
    LinkerdConfigState written(ValuesWrite write, InjectionProbeResult before, long nanos) {
        return new LinkerdConfigState(
                unfinished,
                Optional.of(InjectorVerification.begun(write, before, verification, nanos)),
                write.version(),
                notWritten,
                VerificationStatus.WAITING,
                metrics);
    }

    /** {@return the state after a write without a response} The text may be written all the same, and only this process knows the previous one. */
    LinkerdConfigState perhapsWritten(ValuesWrite write, InjectionProbeResult before, long nanos) {
        return write.version().equals(lastWritten)
                ? this
                : new LinkerdConfigState(
                        unfinished,
                        Optional.of(InjectorVerification.begun(write, before, verification, nanos)),
                        lastWritten,
                        notWritten,
                        VerificationStatus.WAITING,
                        metrics);
    }

    /** {@return the state once the previous text is written again} */
    LinkerdConfigState putBack() {
        return verifying(Optional.empty());
    }

    private LinkerdConfigState verifying(Optional<InjectorVerification> now) {
        return new LinkerdConfigState(unfinished, now, lastWritten, notWritten, reported, metrics);
    }

    /** {@return the state after the API server rejected a write} */
    LinkerdConfigState notWritten(String why) {
        return new LinkerdConfigState(unfinished, verification, lastWritten, why, reported, metrics);
    }

    /** {@return the state once nothing is left to write} */
    LinkerdConfigState inPlace() {
        return notWritten("");
    }

    /** {@return the state without metrics} */
    LinkerdConfigState withoutMetrics() {
        return new LinkerdConfigState(
                unfinished, verification, lastWritten, notWritten, reported, LinkerdConfigMetrics.NONE);
    }

    /** {@return the state once this replica no longer leads} It keeps the versions that it wrote, should it lead again. */
    LinkerdConfigState ended() {
        return withoutMetrics().reconciling(USUAL);
    }

    /** {@return the verification of a text that this process wrote, and after which it can restore the previous one; empty where none is under way} */
    Optional<InjectorVerification> unended() {
        return verification.filter(now -> !now.hasEnded() && now.previous().isPresent());
    }

    /** {@return the state where there is no LinkerdConfig} */
    LinkerdConfigState withoutConfig() {
        return new LinkerdConfigState(
                unfinished, FIRST.verification, FIRST.lastWritten, FIRST.notWritten, FIRST.reported, FIRST.metrics);
    }

    /** {@return the state once no ConfigMap has an entry of ours} */
    LinkerdConfigState finished() {
        return new LinkerdConfigState(Optional.empty(), verification, lastWritten, notWritten, reported, metrics);
    }
}
