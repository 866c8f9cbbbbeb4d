// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.ownership.KeptKind;
import java.util.Optional;

/** The RoleBindings of one name, in whatever namespace: rights on that name are enough to find them. */
record BindingKind(String name, String clusterRole) implements KeptKind<RoleBinding, Binding> {
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
    public Optional<Binding> contentOf(RoleBinding binding) {
        return Optional.of(Binding.of(binding));
    }

    @Override
    public RoleBinding saying(Binding binding) {
        return new RoleBindingBuilder()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", binding.clusterRole())
                .withSubjects(binding.subjects().stream()
                        .sorted()
                        .map(Binding::serviceAccount)
                        .toList())
                .build();
    }
}
