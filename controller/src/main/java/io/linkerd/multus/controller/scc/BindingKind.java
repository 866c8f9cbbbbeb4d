// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.linkerd.multus.controller.engine.ownership.KeptKind;

/** The RoleBinding of our name in the control plane's namespace. */
record BindingKind(KubernetesClient client, Desired desired) implements KeptKind<RoleBinding, Binding> {
    @Override
    public String label() {
        return SccBindings.KIND;
    }

    @Override
    public String resource() {
        return "rolebindings.rbac.authorization.k8s.io";
    }

    @Override
    public String name() {
        return desired.name();
    }

    @Override
    public MixedOperation<RoleBinding, RoleBindingList, Resource<RoleBinding>> objects() {
        return client.rbac().roleBindings();
    }

    @Override
    public SharedIndexInformer<RoleBinding> informer() {
        return objects()
                .inNamespace(desired.namespace())
                .withName(desired.name())
                .runnableInformer(0);
    }

    @Override
    public Binding contentOf(RoleBinding binding) {
        return Binding.of(binding);
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

    @Override
    public String writePermission() {
        return "create and patch " + resource() + ", and bind of clusterroles " + desired.clusterRole();
    }
}
