// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads.plan;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.uids.UidRange;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.PodTraits;
import io.linkerd.multus.controller.pods.plan.PodUsers;
import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** In what one pod is outdated. */
public final class Findings {
    /** A message has room for a few names. */
    private static final int NAMED = 5;

    private Findings() {}

    /**
     * {@return all of them, in the order of their reasons} None of the control plane's: its pods carry other annotations than those that are
     * injected, and get what its chart says. Where it is not known what a new pod would get, nothing counts as curable.
     *
     * @param expected what a new pod of the same template would get; empty where that is not known
     * @param range the namespace's user ids; empty where it has no such range
     */
    public static List<Finding> of(PodTraits pod, Optional<ExpectedPod> expected, Optional<UidRange> range) {
        if (pod.component().isPresent()) {
            return List.of();
        }
        if (pod.injectedByHand()) {
            return List.of(new Finding(OutdatedReason.INJECTED_BY_HAND, "linkerd inject --manual", false));
        }
        return Stream.of(
                        expected.stream().flatMap(other -> proxies(pod.injected(), other.injected())),
                        users(pod.users(), expected, range),
                        attachment(pod, expected))
                .flatMap(findings -> findings)
                .toList();
    }

    private static Stream<Finding> proxies(Optional<InjectedParts> now, Optional<InjectedParts> fresh) {
        if (now.isPresent() && fresh.isPresent()) {
            return parts(now.get(), fresh.get());
        }
        if (now.isPresent()) {
            return Stream.of(new Finding(OutdatedReason.PROXY_UNWANTED, "", false));
        }
        return fresh.stream().map(_ -> new Finding(OutdatedReason.PROXY_MISSING, "", true));
    }

    private static Stream<Finding> parts(InjectedParts now, InjectedParts fresh) {
        return Stream.of(version(now, fresh), anchors(now.anchors(), fresh.anchors()), settings(now, fresh))
                .flatMap(Optional::stream);
    }

    private static Optional<Finding> version(InjectedParts now, InjectedParts fresh) {
        if (now.image().equals(fresh.image()) && now.proxyVersion().equals(fresh.proxyVersion())) {
            return Optional.empty();
        }
        return Optional.of(new Finding(
                OutdatedReason.PROXY_VERSION,
                now.proxyVersion().equals(fresh.proxyVersion())
                        ? instead(now.image(), fresh.image())
                        : instead(
                                now.proxyVersion().orElse("none"),
                                fresh.proxyVersion().orElse("none")),
                true));
    }

    private static String instead(String now, String fresh) {
        return GoText.printable(GoText.shorten(now)) + " instead of " + GoText.printable(GoText.shorten(fresh));
    }

    private static Optional<Finding> anchors(TrustAnchors now, TrustAnchors fresh) {
        return switch (now) {
            case TrustAnchors.Unseen _ -> Optional.empty();
            case TrustAnchors.Unreadable(var problem) ->
                Optional.of(new Finding(
                        OutdatedReason.TRUST_ANCHORS_UNREADABLE, problem, fresh instanceof TrustAnchors.Known));
            case TrustAnchors.Known known ->
                fresh instanceof TrustAnchors.Known other && !known.equals(other)
                        ? Optional.of(new Finding(OutdatedReason.TRUST_ANCHORS, certificates(known, other), true))
                        : Optional.empty();
        };
    }

    private static String certificates(TrustAnchors.Known now, TrustAnchors.Known fresh) {
        long lacking = fresh.fingerprints().stream()
                .filter(one -> !now.fingerprints().contains(one))
                .count();
        long gone = now.fingerprints().stream()
                .filter(one -> !fresh.fingerprints().contains(one))
                .count();
        return "lacks " + lacking + ", and has " + gone + " that are no trust anchors any more";
    }

    private static Optional<Finding> settings(InjectedParts now, InjectedParts fresh) {
        var names = now.differences(fresh).toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding(
                        OutdatedReason.SETTINGS,
                        names.stream().limit(NAMED).map(GoText::shorten).collect(Collectors.joining(", "))
                                + (names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : ""),
                        true));
    }

    private static Stream<Finding> users(PodUsers now, Optional<ExpectedPod> expected, Optional<UidRange> range) {
        var next = expected.filter(pod -> pod.injected().isPresent()).map(ExpectedPod::users);
        var outside = new Finding(
                OutdatedReason.UID_OUTSIDE_RANGE,
                now.proxy().map(String::valueOf).orElse("")
                        + range.map(ids -> ", " + ids).orElse(""),
                next.filter(users -> !users.outside(range)).isPresent());
        var shared = new Finding(
                OutdatedReason.UID_SHARED,
                now.proxy().map(String::valueOf).orElse(""),
                next.filter(users -> !users.shared()).isPresent());
        return Stream.concat(
                now.outside(range) ? Stream.of(outside) : Stream.of(), now.shared() ? Stream.of(shared) : Stream.of());
    }

    /** A pod without an attachment is as it should be where a new one would ask for none. */
    private static Stream<Finding> attachment(PodTraits pod, Optional<ExpectedPod> expected) {
        return !pod.attached() && expected.filter(ExpectedPod::attached).isPresent()
                ? Stream.of(new Finding(OutdatedReason.ATTACHMENT_MISSING, "", true))
                : Stream.of();
    }
}
