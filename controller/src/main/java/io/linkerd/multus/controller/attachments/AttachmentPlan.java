// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.controller.attachments.AttachmentAction.Keep;
import io.linkerd.multus.controller.attachments.AttachmentAction.LookAtPods;
import io.linkerd.multus.controller.attachments.AttachmentAction.Remove;
import io.linkerd.multus.controller.attachments.AttachmentAction.Write;
import io.linkerd.multus.controller.notices.Notice;
import io.linkerd.multus.controller.ownership.Owner;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is to be done about a namespace.
 *
 * @param action the one thing to do
 * @param standing where the namespace stands then
 * @param notices all that a person should know about it as long as nothing changes
 */
record AttachmentPlan(AttachmentAction action, Standing standing, List<Notice> notices) {

    AttachmentPlan {
        notices = List.copyOf(notices);
    }

    private AttachmentPlan(AttachmentAction action, Standing standing, Notice... notices) {
        this(action, standing, List.of(notices));
    }

    /** Decides; without effects, and the same for the same observation. */
    static AttachmentPlan of(Observation seen) {
        if (seen.namespace().terminating()) {
            return new AttachmentPlan(new Keep("the namespace is being deleted"), Standing.OUT);
        }
        return seen.wanted() ? wanted(seen).with(AttachmentNotices.uidRange(seen.namespace())) : unwanted(seen);
    }

    private static AttachmentPlan wanted(Observation seen) {
        return switch (seen.attachment()) {
            case Attachment.Absent() -> absent(seen);
            case Attachment.Foreign(var uid) ->
                new AttachmentPlan(
                        new Keep("somebody else made it"),
                        Standing.FOREIGN,
                        AttachmentNotices.foreign(seen.namespace(), uid));
            case Attachment.Own own -> own(seen, own);
        };
    }

    private static AttachmentPlan absent(Observation seen) {
        return switch (seen.source()) {
            case CniSource.Ready(var config)
            when mayWrite(seen.owner()) ->
                new AttachmentPlan(
                        new Write(
                                Optional.empty(),
                                config,
                                seen.controlPlane()
                                        ? "it is the control plane's namespace"
                                        : "the namespace asks for it"),
                        Standing.IN_PLACE);
            case CniSource.Ready _ ->
                new AttachmentPlan(new Keep("the release that would own it is gone"), Standing.WAITING);
            case CniSource.Missing(var place) ->
                new AttachmentPlan(
                        new Keep("there is no configuration to give"),
                        Standing.WAITING,
                        AttachmentNotices.configMissing(seen.namespace(), place));
            case CniSource.Broken broken ->
                new AttachmentPlan(
                        new Keep("the configuration to give is broken"),
                        Standing.WAITING,
                        AttachmentNotices.configBroken(seen.namespace(), broken.problem()));
        };
    }

    private static AttachmentPlan own(Observation seen, Attachment.Own own) {
        if (seen.source() instanceof CniSource.Ready(var config) && mayWrite(seen.owner())) {
            if (!config.equals(own.config())) {
                return rewrite(own, config, "it differs from Linkerd's configuration");
            }
            if (!own.owned()) {
                return rewrite(own, config, "the release that owns it is another one");
            }
        }
        return new AttachmentPlan(new Keep("it is right, or nothing better is known"), Standing.IN_PLACE);
    }

    private static AttachmentPlan rewrite(Attachment.Own own, String config, String reason) {
        return new AttachmentPlan(new Write(Optional.of(own.resourceVersion()), config, reason), Standing.IN_PLACE);
    }

    private static AttachmentPlan unwanted(Observation seen) {
        if (!(seen.attachment() instanceof Attachment.Own own)) {
            return new AttachmentPlan(new Keep("the namespace does not ask for one"), Standing.OUT);
        }
        return switch (seen.podUse()) {
            case NOT_LOOKED, LOOKING ->
                new AttachmentPlan(new LookAtPods("the namespace does not ask for it any more"), Standing.LEAVING);
            case UNUSED ->
                new AttachmentPlan(
                        new Remove(
                                own.resourceVersion(),
                                "the namespace does not ask for it any more, and no pod uses it"),
                        Standing.OUT);
            case IN_USE ->
                new AttachmentPlan(
                        new LookAtPods("pods still use it"),
                        Standing.LEAVING,
                        AttachmentNotices.inUse(seen.namespace(), own.uid()));
        };
    }

    private AttachmentPlan with(Optional<Notice> notice) {
        return new AttachmentPlan(
                action,
                standing,
                Stream.concat(notices.stream(), notice.stream()).toList());
    }

    private static boolean mayWrite(Owner owner) {
        return !(owner instanceof Owner.Missing);
    }
}
