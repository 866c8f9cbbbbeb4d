// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.controller.ownership.Owner;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The RoleBinding of our name in the control plane's namespace, as it was last seen. */
sealed interface Binding {

    /** There is none. */
    record Absent() implements Binding {}

    /** Somebody else made it: it lacks our label. */
    record Foreign(String uid) implements Binding {}

    /**
     * We made it.
     *
     * @param resourceVersion changes whenever anybody writes it
     * @param clusterRole the ClusterRole that it gives, which nobody can change
     * @param serviceAccounts who gets it, as namespace/name; anything else as kind/name
     * @param owned whether it names the owner that it has to
     */
    record Own(String resourceVersion, String clusterRole, Set<String> serviceAccounts, boolean owned)
            implements Binding {
        public Own {
            serviceAccounts = Set.copyOf(serviceAccounts);
        }
    }

    static Binding of(Optional<RoleBinding> seen, Owner owner) {
        if (seen.isEmpty()) {
            return new Absent();
        }
        var metadata = seen.get().getMetadata();
        var labels = Optional.ofNullable(metadata.getLabels()).orElse(Map.of());
        if (!LinkerdMultus.MANAGED_BY.equals(labels.get(LinkerdMultus.MANAGED_BY_LABEL))) {
            return new Foreign(metadata.getUid());
        }
        var role = seen.get().getRoleRef();
        return new Own(
                metadata.getResourceVersion(),
                role.getKind().equals("ClusterRole") ? role.getName() : role.getKind() + "/" + role.getName(),
                seen.get().getSubjects().stream()
                        .map(subject -> subject.getKind().equals("ServiceAccount")
                                ? subject.getNamespace() + "/" + subject.getName()
                                : subject.getKind() + "/" + subject.getName())
                        .collect(Collectors.toSet()),
                owner.owns(seen.get()));
    }
}
