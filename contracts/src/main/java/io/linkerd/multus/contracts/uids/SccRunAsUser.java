// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The field {@code runAsUser} of SecurityContextConstraints.
 *
 * @param type {@code MustRunAs}, {@code MustRunAsRange}, {@code MustRunAsNonRoot} or {@code RunAsAny}
 * @param uid the only user id, for {@code MustRunAs}
 * @param rangeMin lowest user id, for a {@code MustRunAsRange} that does not take the namespace's
 * @param rangeMax highest user id, for a {@code MustRunAsRange} that does not take the namespace's
 */
public record SccRunAsUser(String type, OptionalLong uid, OptionalLong rangeMin, OptionalLong rangeMax) {

    /** Only {@link #uid}. */
    public static final String MUST_RUN_AS = "MustRunAs";

    /** A range: the constraints' own, or else the namespace's. */
    public static final String MUST_RUN_AS_RANGE = "MustRunAsRange";

    /** Any user id but 0. */
    public static final String MUST_RUN_AS_NON_ROOT = "MustRunAsNonRoot";

    /** Any user id. */
    public static final String RUN_AS_ANY = "RunAsAny";

    /**
     * {@return what constraints of OpenShift's own say as they are delivered} For the time in which they cannot be read.
     *
     * @see <a href="https://github.com/openshift/cluster-kube-apiserver-operator/tree/main/bindata/bootkube/scc-manifests">the manifests</a>
     */
    static Optional<SccRunAsUser> ofDefault(String sccName) {
        return switch (sccName) {
            case "restricted-v2", "restricted", "hostnetwork-v2", "hostnetwork", "hostaccess" ->
                Optional.of(of(MUST_RUN_AS_RANGE));
            case "restricted-v3" -> Optional.of(ofRange(1000, 65534));
            case "nested-container" -> Optional.of(ofRange(0, 65534));
            case "nonroot-v2", "nonroot" -> Optional.of(of(MUST_RUN_AS_NON_ROOT));
            case "anyuid", "hostmount-anyuid", "hostmount-anyuid-v2", "privileged" -> Optional.of(of(RUN_AS_ANY));
            default -> Optional.empty();
        };
    }

    private static SccRunAsUser of(String type) {
        return new SccRunAsUser(type, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
    }

    private static SccRunAsUser ofRange(long min, long max) {
        return new SccRunAsUser(MUST_RUN_AS_RANGE, OptionalLong.empty(), OptionalLong.of(min), OptionalLong.of(max));
    }
}
