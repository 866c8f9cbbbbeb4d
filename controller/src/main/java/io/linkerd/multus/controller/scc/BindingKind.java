// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.linkerd.multus.contracts.plans.bindings.SccBinding;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.ownership.KeptKind;
import java.util.Optional;
import java.util.stream.Collectors;

/** The RoleBindings of one name, in whatever namespace: rights on that name are enough to find them. */
record BindingKind(String name, String clusterRole) implements KeptKind<RoleBinding, SccBinding> {
    @Override
    public String label() {
        return SccBindings.KIND;
    }

    @Override
    public ApiResource<RoleBinding> resource() {
        return new ApiResource<>(
                "rolebindings.rbac.authorization.k8s.io",
                "bind of clusterroles " + clusterRole,
                client -> client.rbac().roleBindings());
    }

    @Override
    public SharedIndexInformer<RoleBinding> informer(KubernetesClient client) {
        return client.rbac()
                .roleBindings()
                .inAnyNamespace()
                .withField("metadata.name", name)
                .runnableInformer(0);
    }

    @Override
    public Optional<SccBinding> contentOf(RoleBinding binding) {
        return Optional.of(content(binding));
    }

    @Override
    public RoleBinding saying(SccBinding binding) {
        return new RoleBindingBuilder()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", binding.clusterRole())
                .withSubjects(binding.subjects().stream()
                        .sorted()
                        .map(BindingKind::serviceAccount)
                        .toList())
                .build();
    }

    private static SccBinding content(RoleBinding binding) {
        var role = binding.getRoleRef();
        return new SccBinding(
                role.getKind().equals("ClusterRole") ? role.getName() : role.getKind() + "/" + role.getName(),
                binding.getSubjects().stream().map(BindingKind::nameOf).collect(Collectors.toSet()));
    }

    private static String nameOf(Subject subject) {
        return (subject.getKind().equals("ServiceAccount") ? subject.getNamespace() : subject.getKind()) + "/"
                + subject.getName();
    }

    /** {@return the service account of that namespace/name} */
    private static Subject serviceAccount(String subject) {
        var slash = subject.indexOf('/');
        return new SubjectBuilder()
                .withKind("ServiceAccount")
                .withNamespace(subject.substring(0, slash))
                .withName(subject.substring(slash + 1))
                .build();
    }
}
