// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.optin.NamespaceOptIn;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is to be done about a namespace.
 *
 * @param change of its attachment
 * @param standing where the namespace stands then; while it is leaving, its pods are looked at
 * @param notices all that a person should know about it as long as nothing changes
 */
public record AttachmentPlan(Change<String> change, AttachmentStanding standing, List<Notice> notices) {
    /** Copies. */
    public AttachmentPlan {
        notices = List.copyOf(notices);
    }

    private AttachmentPlan(Change<String> change, AttachmentStanding standing, Notice... notices) {
        this(change, standing, List.of(notices));
    }

    /** {@return where the namespace stands while the change cannot be made; nothing where it stands as planned in any case} */
    public Optional<AttachmentStanding> ifNotMade() {
        return Optional.of(AttachmentStanding.REFUSED)
                .filter(_ -> standing == AttachmentStanding.IN_PLACE)
                .filter(_ -> !(change instanceof Change.Keep<String>));
    }

    /** {@return the plan} Without effects, and the same for the same observation. */
    public static AttachmentPlan of(ObservedAttachment seen) {
        if (seen.namespace().terminating()) {
            return keep("the namespace is being deleted", AttachmentStanding.OUT);
        }
        var plan = seen.wanted() ? wanted(seen).with(AttachmentNotices.mayBeClosed(seen)) : unwanted(seen);
        var request = seen.request();
        return plan.with(AttachmentNotices.of(request))
                .with(AttachmentNotices.primaryNetwork(request))
                .with(OptInNotices.of(request));
    }

    private static AttachmentPlan wanted(ObservedAttachment seen) {
        return switch (seen.attachment()) {
            case Seen.Absent<String> _ -> without(seen);
            case Seen.Foreign<String>(var uid, var keeper) ->
                keeper.map(release -> keep(
                                "another release keeps it",
                                AttachmentStanding.OTHER_RELEASE,
                                AttachmentNotices.ofOtherRelease(seen.namespace(), uid, release)))
                        .orElseGet(() -> keep(
                                "another client made it",
                                AttachmentStanding.FOREIGN,
                                AttachmentNotices.foreign(seen.namespace(), uid)));
            case Seen.Own<String> own -> own.content().isEmpty() ? without(seen) : own(seen);
        };
    }

    /** There is none, or ours that another writer has emptied. */
    private static AttachmentPlan without(ObservedAttachment seen) {
        return switch (seen.source()) {
            case CniSource.Ready(var config) -> {
                var change = change(seen, config);
                yield new AttachmentPlan(
                        change,
                        change instanceof Change.Write<String>
                                ? AttachmentStanding.IN_PLACE
                                : AttachmentStanding.WAITING);
            }
            case CniSource.Missing _, CniSource.Broken _ -> waiting(seen, "");
        };
    }

    /** There is nothing that its pods could refer to; {@code reason} is why, where it is not for want of a configuration. */
    private static AttachmentPlan waiting(ObservedAttachment seen, String reason) {
        return switch (seen.source()) {
            case CniSource.Ready _ -> keep(reason, AttachmentStanding.WAITING);
            case CniSource.Missing(var place) ->
                keep(
                        "there is no configuration to give",
                        AttachmentStanding.WAITING,
                        AttachmentNotices.configMissing(seen.namespace(), place));
            case CniSource.Broken broken ->
                keep(
                        "the configuration to give is broken",
                        AttachmentStanding.WAITING,
                        AttachmentNotices.configBroken(seen.namespace(), broken.problem()));
        };
    }

    private static AttachmentPlan own(ObservedAttachment seen) {
        return seen.source() instanceof CniSource.Ready(var config)
                ? new AttachmentPlan(change(seen, config), AttachmentStanding.IN_PLACE)
                : keep("nothing better is known", AttachmentStanding.IN_PLACE);
    }

    private static Change<String> change(ObservedAttachment seen, String config) {
        return Change.of(seen.attachment(), config, seen.owner(), purpose(seen));
    }

    private static String purpose(ObservedAttachment seen) {
        if (seen.provision() instanceof AttachmentProvision.SharedHere) {
            return "all namespaces share it";
        }
        if (seen.controlPlane()) {
            return "it is the control plane's namespace";
        }
        return seen.namespace().optIn() == NamespaceOptIn.EXTENSION
                ? "it is an extension's namespace"
                : "the namespace asks for it";
    }

    private static AttachmentPlan unwanted(ObservedAttachment seen) {
        if (!(seen.attachment() instanceof Seen.Own<String> own)) {
            return seen.asks() && seen.provision() instanceof AttachmentProvision.SharedIn shared
                    ? served(seen, shared)
                    : keep("the namespace does not ask for one", AttachmentStanding.OUT);
        }
        return switch (seen.podUse()) {
            case PodUse.NotLooked _, PodUse.Looking _ ->
                keep(noMore(seen) + "; do pods use it?", AttachmentStanding.LEAVING);
            case PodUse.Unused _ ->
                new AttachmentPlan(
                        new Change.Remove<>(own.sight(), noMore(seen) + ", and no pod uses it"),
                        AttachmentStanding.OUT);
            case PodUse.InUse(var pods) ->
                keep(
                        "pods still use it",
                        AttachmentStanding.LEAVING,
                        AttachmentNotices.inUse(seen, own.sight().uid(), pods));
        };
    }

    private static String noMore(ObservedAttachment seen) {
        return seen.asks() ? "all namespaces share one now" : "the namespace does not ask for it any more";
    }

    /** Its pods refer to the shared one, and it has none itself. */
    private static AttachmentPlan served(ObservedAttachment seen, AttachmentProvision.SharedIn shared) {
        return switch (shared.state()) {
            case THERE -> keep("the shared one serves it", AttachmentStanding.IN_PLACE);
            case AWAITED -> waiting(seen, "the shared one is not there yet");
            case NAMESPACE_MISSING ->
                keep(
                        "the shared one's namespace does not exist",
                        AttachmentStanding.WAITING,
                        AttachmentNotices.sharedNamespaceMissing(seen.namespace(), shared.namespace()));
        };
    }

    private static AttachmentPlan keep(String reason, AttachmentStanding standing, Notice... notices) {
        return new AttachmentPlan(new Change.Keep<>(reason), standing, notices);
    }

    /** {@return the same plan, with one more to tell} */
    public AttachmentPlan with(Optional<Notice> notice) {
        return new AttachmentPlan(
                change,
                standing,
                Stream.concat(notices.stream(), notice.stream()).toList());
    }
}
