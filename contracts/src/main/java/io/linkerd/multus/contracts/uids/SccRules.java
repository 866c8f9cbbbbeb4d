// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import java.util.List;
import java.util.Optional;

/**
 * What SecurityContextConstraints say that matters to a meshed pod.
 *
 * @param runAsUser which user ids its containers may have
 * @param admitsLinkerd whether a pod may set the seccomp profile that Linkerd's containers have, {@code RuntimeDefault}. What was
 *     admitted without it before the injection is admitted by other constraints after it, or not at all
 */
public record SccRules(SccRunAsUser runAsUser, boolean admitsLinkerd) {

    /** {@return what constraints of OpenShift's own say as they are delivered} For the time in which they cannot be read. */
    public static Optional<SccRules> ofDefault(String sccName) {
        return SccRunAsUser.ofDefault(sccName)
                .map(runAsUser -> new SccRules(
                        runAsUser,
                        switch (sccName) {
                            case "anyuid",
                                    "hostaccess",
                                    "hostmount-anyuid",
                                    "hostmount-anyuid-v2",
                                    "hostnetwork",
                                    "nonroot",
                                    "restricted" -> false;
                            default -> true;
                        }));
    }

    /**
     * {@return what others say}
     *
     * @param seccompProfiles their field of that name; without any, a pod may set none
     * @see <a href="https://github.com/openshift/apiserver-library-go/tree/master/pkg/securitycontextconstraints/seccomp">the check</a>
     */
    public static SccRules of(SccRunAsUser runAsUser, List<String> seccompProfiles) {
        return new SccRules(runAsUser, seccompProfiles.stream().anyMatch(profile -> switch (profile) {
            // The last is the old name of the second.
            case "*", "runtime/default", "docker/default" -> true;
            default -> false;
        }));
    }
}
