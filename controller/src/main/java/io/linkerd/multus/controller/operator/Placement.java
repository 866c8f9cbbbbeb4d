// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether a namespace is one that an operand can be in. */
final class Placement {
    private static final String ENFORCE = "pod-security.kubernetes.io/enforce";
    /** The standards that allow no folder of the node (Kubernetes, Pod Security Standards: HostPath Volumes). */
    private static final Set<String> REFUSING = Set.of("baseline", "restricted");
    /** Where OLM puts operators for which nobody says anything else; their accounts share its Secrets. */
    private static final String SHARED = "openshift-operators";

    private Placement() {}

    /** {@return what is wrong with the namespace that has these labels, and what to do about it} */
    static Optional<Trouble> trouble(String namespace, Map<String, String> labels) {
        var standard = labels.getOrDefault(ENFORCE, "privileged");
        if (REFUSING.contains(standard)) {
            return Optional.of(new Trouble(
                    "PodSecurity",
                    "the namespace %1$s enforces the Pod Security Standard %2$s, which refuses the installer's pods, since they put files into folders of the node; kubectl label namespace %1$s %3$s=privileged --overwrite"
                            .formatted(namespace, standard, ENFORCE)));
        }
        if (namespace.equals(SHARED)) {
            return Optional.of(new Trouble(
                    "NamespaceShared",
                    "other operators share %s, and may read the webhook's key in it; install this one into a namespace of its own, such as linkerd-multus"
                            .formatted(namespace)));
        }
        return Optional.empty();
    }
}
