// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.OpenShift;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at what OpenShift asks for besides: its SecurityContextConstraints, and the Lease of Linkerd's policy controller. */
public record ConstraintLooks(Cluster cluster) {
    private static final ResourceDefinitionContext CONSTRAINTS = new ResourceDefinitionContext.Builder()
            .withGroup(OpenShift.SCC_GROUP)
            .withVersion(OpenShift.SCC_VERSION)
            .withKind(OpenShift.SCC_KIND)
            .withPlural(OpenShift.SCC_PLURAL)
            .withNamespaced(false)
            .build();

    /** {@return the names of all there are} */
    public Sight<Set<String>> names() {
        Sight<List<String>> all = cluster.<GenericKubernetesResource, GenericKubernetesResourceList, String>list(
                "list " + OpenShift.SCC_PLURAL,
                options ->
                        cluster.client().genericKubernetesResources(CONSTRAINTS).list(options),
                constraints -> Stream.of(constraints.getMetadata().getName()));
        return all.map(Set::copyOf);
    }

    /** {@return the names of those that a ClusterRole lets use; none where it names none} Absent where there is no such role. */
    public Sight<Set<String>> usable(String clusterRole) {
        return cluster.ask(
                "get clusterroles",
                () -> Optional.ofNullable(cluster.client()
                                .rbac()
                                .clusterRoles()
                                .withName(clusterRole)
                                .get())
                        .map(ConstraintLooks::usable));
    }

    private static Set<String> usable(ClusterRole role) {
        return Stream.ofNullable(role.getRules())
                .flatMap(List::stream)
                .filter(ConstraintLooks::lets)
                .flatMap(rule -> rule.getResourceNames().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean lets(PolicyRule rule) {
        return rule.getVerbs().contains("use")
                && rule.getResources().contains(OpenShift.SCC_PLURAL)
                && rule.getApiGroups().contains(OpenShift.SCC_GROUP);
    }

    /** {@return whether Linkerd's policy controller of that namespace holds its Lease} Absent where it has none. */
    public Sight<Boolean> policyLease(String namespace) {
        return cluster.ask(
                "get leases in namespace " + namespace,
                () -> Kinds.one(cluster.client().leases(), namespace, Linkerd.POLICY_LEASE)
                        .map(lease -> lease.getSpec() != null
                                && lease.getSpec().getHolderIdentity() != null
                                && !lease.getSpec().getHolderIdentity().isEmpty()));
    }
}
