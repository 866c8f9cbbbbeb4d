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
 * What one process remembers from one look at a {@code LinkerdConfig} to the next; what every leader has to know is in the object's status.
 *
 * @param unfinished names the ConfigMap in which an entry of ours may have been left; empty where none can be
 * @param verification what is asked of Linkerd's injectors; empty where nothing is
 * @param lastWritten the version of the ConfigMap that was written over last; empty where none was
 * @param notWritten why the API server refused the write that was tried last; empty where it did not
 * @param told how far, by the last status, the injectors have been asked about what was written last
 * @param metrics what was seen at the last look
 */
record LinkerdConfigState(
        Optional<LinkerdConfigSpec> unfinished,
        Optional<InjectorVerification> verification,
        String lastWritten,
        String notWritten,
        VerificationStatus told,
        LinkerdConfigMetrics metrics) {
    /** Where Linkerd's ConfigMap is, if no LinkerdConfig says so. */
    private static final LinkerdConfigSpec USUAL =
            LinkerdConfigSpec.of(new LinkerdConfig("", ValueTree.Members.of(Map.of()), true));

    /** A process that has seen nothing yet: a leader before it may have ended between its two writes. */
    static final LinkerdConfigState FIRST = new LinkerdConfigState(
            Optional.of(USUAL), Optional.empty(), "", "", VerificationStatus.NONE, LinkerdConfigMetrics.NONE);

    /** {@return the same as a look at that spec begins} */
    LinkerdConfigState looking(LinkerdConfigSpec spec) {
        return new LinkerdConfigState(Optional.of(spec), verification, lastWritten, notWritten, told, metrics);
    }

    /** {@return the same once the injectors were asked about these values} What cannot be read for a while is not forgotten. */
    LinkerdConfigState verified(ObservedValues values, Optional<InjectorVerification> now) {
        return values instanceof ObservedValues.Unreadable ? this : verifying(now);
    }

    /** {@return the same once the plan of a look is made} */
    LinkerdConfigState planned(LinkerdConfigPlan plan) {
        return new LinkerdConfigState(
                unfinished,
                verification,
                lastWritten,
                notWritten,
                plan.after().asked().verification(),
                LinkerdConfigMetrics.of(plan));
    }

    /** {@return the same once the status says it} What has ended need not be said again. */
    LinkerdConfigState statusWritten() {
        return verifying(verification.filter(now -> !now.hasEnded()));
    }

    /** {@return the same once a text is there} */
    LinkerdConfigState written(ValuesWrite write, InjectionProbeResult before, long nanos) {
        return new LinkerdConfigState(
                unfinished,
                Optional.of(InjectorVerification.begun(write, before, verification, nanos)),
                write.version(),
                notWritten,
                told,
                metrics);
    }

    /** {@return the same after a write without an answer} The text may be there all the same: only this process knows what was before. */
    LinkerdConfigState perhapsWritten(ValuesWrite write, InjectionProbeResult before, long nanos) {
        return write.version().equals(lastWritten)
                ? this
                : verifying(Optional.of(InjectorVerification.begun(write, before, verification, nanos)));
    }

    /** {@return the same once the text of before is there again} */
    LinkerdConfigState putBack() {
        return verifying(Optional.empty());
    }

    private LinkerdConfigState verifying(Optional<InjectorVerification> now) {
        return new LinkerdConfigState(unfinished, now, lastWritten, notWritten, told, metrics);
    }

    /** {@return the same after the API server refused a write} */
    LinkerdConfigState notWritten(String why) {
        return new LinkerdConfigState(unfinished, verification, lastWritten, why, told, metrics);
    }

    /** {@return the same once nothing is left to write} */
    LinkerdConfigState inPlace() {
        return notWritten("");
    }

    /** {@return the same without what was seen} */
    LinkerdConfigState unseen() {
        return new LinkerdConfigState(
                unfinished, verification, lastWritten, notWritten, told, LinkerdConfigMetrics.NONE);
    }

    /** {@return the same when we do not lead any more} What was written last is known by its versions, should we lead again. */
    LinkerdConfigState ended() {
        return unseen().looking(USUAL);
    }

    /** {@return the same where there is no LinkerdConfig} */
    LinkerdConfigState withoutConfig() {
        return new LinkerdConfigState(
                unfinished, FIRST.verification, FIRST.lastWritten, FIRST.notWritten, FIRST.told, FIRST.metrics);
    }

    /** {@return the same once no entry of ours is left anywhere} */
    LinkerdConfigState finished() {
        return new LinkerdConfigState(Optional.empty(), verification, lastWritten, notWritten, told, metrics);
    }
}
