// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.certificates.PemBundle;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition.Status;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The certificates that Linkerd trusts, by which its values' own copy is overruled. They are looked at, and never written.
 *
 * @param pem the bundle; empty where it cannot be told
 * @param problem why it cannot be told; empty where it can
 */
public record TrustRoots(Optional<String> pem, String problem) {
    /** The ConfigMap, in the namespace of the control plane. */
    public static final String CONFIG_MAP = "linkerd-identity-trust-roots";

    /** Its key. */
    public static final String KEY = "ca-bundle.crt";

    /** {@return the condition, where certificates are wanted} Order, comments and line ends are no difference. */
    static Optional<ConfigCondition> condition(LinkerdConfigSpec spec, TrustRoots roots) {
        return spec.trustAnchors()
                .map(wanted -> roots.pem()
                        .map(there -> compared(certificates(wanted.pem()), certificates(there)))
                        .orElseGet(() -> condition(Status.UNKNOWN, "TrustRootsUnknown", roots.problem())));
    }

    private static ConfigCondition compared(Set<String> wanted, Set<String> there) {
        var missing = new HashSet<>(wanted);
        missing.removeAll(there);
        var more = new HashSet<>(there);
        more.removeAll(wanted);
        if (missing.isEmpty() && more.isEmpty()) {
            return condition(Status.TRUE, "AsWanted", "the trust roots are the wanted certificates");
        }
        return condition(
                Status.FALSE,
                "TrustRootsDiffer",
                "of " + wanted.size() + " wanted certificates " + missing.size() + " are not in ConfigMap " + CONFIG_MAP
                        + ", which has " + more.size()
                        + " others; Linkerd's injector takes them from there, and nothing is written:"
                        + " rotate them as Linkerd's documentation says");
    }

    private static ConfigCondition condition(Status status, String reason, String message) {
        return new ConfigCondition(ConditionType.TRUST_ROOTS_IN_STEP, status, reason, message);
    }

    private static Set<String> certificates(String pem) {
        return PemBundle.read(pem).certificates().stream()
                .flatMap(block -> block.base64().stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
