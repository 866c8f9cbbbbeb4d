// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import io.linkerd.multus.contracts.plans.bindings.Binding;
import io.linkerd.multus.contracts.plans.bindings.BoundRole;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.ownership.KeptKind;
import io.linkerd.multus.service.kube.ApiPath;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The RoleBindings of one name, in whatever namespace: rights on that name are enough to find them.
 *
 * @param label in logs and metrics
 * @param alsoNeeded which right it takes to give what they give
 */
record BindingKind(String label, String name, String alsoNeeded) implements KeptKind<RoleBinding, Binding> {
    /** What gives an SCC, in logs and metrics. */
    static final String OF_SCC = "scc-binding";
    /** What gives the policy controller's right. */
    static final String OF_POLICY_LEASE = "policy-lease";

    @Override
    public ApiResource<RoleBinding> resource() {
        return new ApiResource<>(
                "rolebindings.rbac.authorization.k8s.io",
                alsoNeeded,
                client -> client.rbac().roleBindings());
    }

    @Override
    public Class<RoleBinding> type() {
        return RoleBinding.class;
    }

    @Override
    public String collection() {
        return ApiPath.group("rbac.authorization.k8s.io", "v1", "rolebindings");
    }

    @Override
    public Optional<Binding> contentOf(RoleBinding binding) {
        return Optional.of(content(binding));
    }

    @Override
    public RoleBinding saying(Binding binding) {
        return new RoleBindingBuilder()
                .withNewRoleRef(
                        "rbac.authorization.k8s.io",
                        binding.role().kind(),
                        binding.role().name())
                .withSubjects(binding.subjects().stream()
                        .sorted()
                        .map(BindingKind::serviceAccount)
                        .toList())
                .build();
    }

    private static Binding content(RoleBinding binding) {
        var role = binding.getRoleRef();
        return new Binding(
                new BoundRole(role.getKind(), role.getName()),
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
