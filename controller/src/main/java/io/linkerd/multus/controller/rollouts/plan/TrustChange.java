// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the trust bundle means for rollouts. A bundle that lacks a certificate which running proxies trust was replaced, not extended: new
 * pods could not talk to old ones, and identity could not start again, so nothing is restarted.
 */
public final class TrustChange {

    private TrustChange() {}

    /**
     * {@return why no restart may begin for the sake of trust; empty where it may}
     *
     * @param bundle of the ConfigMap {@code linkerd-identity-trust-roots}
     * @param inUse what the pods of each workload trust that its controller would make again, by the workload's name for people; without
     *     those of the control plane, of Jobs and of pods without an owner.
     * @param identityRestarted whether all of identity's pods were started since the bundle changed
     */
    public static Optional<Hindrance> hindrance(
            TrustAnchors bundle, Map<String, ? extends Iterable<TrustAnchors>> inUse, boolean identityRestarted) {
        return switch (bundle) {
            case TrustAnchors.Unseen _ -> Optional.of(unreadable("there is none"));
            case TrustAnchors.Unreadable(var problem) -> Optional.of(unreadable(problem));
            case TrustAnchors.Known known -> compared(known, new TreeMap<>(inUse), identityRestarted);
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
            TrustAnchors.Known bundle, Map<String, ? extends Iterable<TrustAnchors>> inUse, boolean identityRestarted) {
        boolean extended = false;
        for (var workload : inUse.entrySet()) {
            for (var anchors : workload.getValue()) {
                if (anchors instanceof TrustAnchors.Known own && !bundle.holds(own)) {
                    return Optional.of(replaced(workload.getKey()));
                }
                extended |= anchors instanceof TrustAnchors.Known own && !own.equals(bundle);
            }
        }
        return extended && !identityRestarted ? Optional.of(identity()) : Optional.empty();
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
