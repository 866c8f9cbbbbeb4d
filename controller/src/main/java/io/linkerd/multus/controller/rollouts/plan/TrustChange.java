// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the trust bundle means for rollouts. A bundle that lacks a certificate which running proxies trust was replaced, not extended: new
 * pods could not talk to old ones, and identity could not start again, so nothing is restarted.
 */
public final class TrustChange {

    private TrustChange() {}

    /**
     * What the pods of a workload trust.
     *
     * @param workload its name for people
     * @param anchors of each of its pods
     */
    public record InUse(String namespace, String workload, Set<TrustAnchors> anchors) {
        /** Copies. */
        public InUse {
            anchors = Set.copyOf(anchors);
        }
    }

    /**
     * {@return why no restart may begin for the sake of trust; empty where it may} A replaced bundle shows in all namespaces. What one alone trusts,
     * while others have pods that do not, is that one's own: who may create pods there can write any certificate into one.
     *
     * @param bundle of the ConfigMap {@code linkerd-identity-trust-roots}
     * @param inUse what the pods of each workload trust that its controller would make again; without those of the control plane, of Jobs and of
     *     pods without an owner.
     * @param identityRestarted whether all of identity's pods were started since the bundle changed
     */
    public static Optional<Hindrance> hindrance(
            TrustAnchors bundle, Collection<InUse> inUse, boolean identityRestarted) {
        return switch (bundle) {
            case TrustAnchors.Unseen _ -> Optional.of(unreadable("there is none"));
            case TrustAnchors.Unreadable(var problem) -> Optional.of(unreadable(problem));
            case TrustAnchors.Known known -> compared(known, inUse, identityRestarted);
        };
    }

    /**
     * {@return whether identity trusts the bundle as it is now} It reads it once, when it starts.
     *
     * @param bundleChanged when the ConfigMap was written last; empty where that is not known
     * @param oldestPod when the oldest of identity's pods was started; empty where there is none
     */
    public static boolean identityRestarted(Optional<Instant> bundleChanged, Optional<Instant> oldestPod) {
        return bundleChanged.isPresent()
                && oldestPod.filter(bundleChanged.get()::isBefore).isPresent();
    }

    private static Optional<Hindrance> compared(
            TrustAnchors.Known bundle, Collection<InUse> inUse, boolean identityRestarted) {
        var lost = inUse.stream()
                .filter(one -> known(one).anyMatch(own -> !bundle.holds(own)))
                .sorted(Comparator.comparing(InUse::workload))
                .toList();
        var namespaces = namespaces(lost.stream());
        var all = namespaces(inUse.stream().filter(one -> known(one).findAny().isPresent()));
        if (!lost.isEmpty() && (namespaces.size() > 1 || namespaces.equals(all))) {
            return Optional.of(replaced(lost.getFirst().workload()));
        }
        boolean extended =
                inUse.stream().flatMap(TrustChange::known).anyMatch(own -> bundle.holds(own) && !own.equals(bundle));
        return extended && !identityRestarted ? Optional.of(identity()) : Optional.empty();
    }

    private static Stream<TrustAnchors.Known> known(InUse one) {
        return one.anchors().stream()
                .filter(TrustAnchors.Known.class::isInstance)
                .map(TrustAnchors.Known.class::cast);
    }

    private static Set<String> namespaces(Stream<InUse> inUse) {
        return inUse.map(InUse::namespace).collect(Collectors.toUnmodifiableSet());
    }

    private static Hindrance replaced(String workload) {
        return Hindrance.ofAll(
                RolloutReason.TRUST_ROOT_REPLACED,
                "The trust bundle linkerd-identity-trust-roots lacks a certificate that running proxies trust, such as those of "
                        + workload
                        + ". New pods could not talk to those that trust nothing else, so nothing is restarted. Keep the earlier certificate"
                        + " beside the new one until all pods have both and the issuer is signed by the new one. Where that is so"
                        + " already, and to cut over at once, restart the workloads yourself: no rollout begins for a bundle that"
                        + " lost a certificate.");
    }

    private static Hindrance identity() {
        return new Hindrance(
                RolloutReason.IDENTITY_NOT_RESTARTED,
                "The trust bundle has more certificates than before, and linkerd-identity has not been restarted since: it reads them when"
                        + " it starts. Restart the control plane, identity first, or set rollouts.controlPlane.",
                false);
    }

    private static Hindrance unreadable(String problem) {
        return Hindrance.ofAll(
                RolloutReason.TRUST_ANCHORS_UNREADABLE,
                "The trust bundle in ConfigMap linkerd-identity-trust-roots cannot be read: " + problem
                        + ". Nothing is restarted until it is mended.");
    }
}
