// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.linkerd.multus.contracts.plans.bindings.GivenRole;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.ownership.KeptKind;
import io.linkerd.multus.service.kube.ApiPath;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The Roles of one name, in whatever namespace: rights on that name are enough to find them.
 *
 * @param label in logs and metrics
 * @param alsoNeeded which right it takes to give what they give
 */
record RoleKind(String label, String name, String alsoNeeded) implements KeptKind<Role, GivenRole> {
    @Override
    public ApiResource<Role> resource() {
        return new ApiResource<>(
                "roles.rbac.authorization.k8s.io",
                alsoNeeded,
                client -> client.rbac().roles());
    }

    @Override
    public Class<Role> type() {
        return Role.class;
    }

    @Override
    public String collection() {
        return ApiPath.group("rbac.authorization.k8s.io", "v1", "roles");
    }

    /** One without rules says nothing, and is a Role all the same. */
    @Override
    public Optional<GivenRole> contentOf(Role role) {
        return Optional.of(new GivenRole(Optional.ofNullable(role.getRules()).orElse(List.of()).stream()
                .map(RoleKind::rule)
                .toList()));
    }

    @Override
    public Role saying(GivenRole role) {
        return new RoleBuilder()
                .withRules(role.rules().stream().map(RoleKind::rule).toList())
                .build();
    }

    private static GivenRole.Rule rule(PolicyRule rule) {
        return new GivenRole.Rule(
                set(rule.getApiGroups()), set(rule.getResources()), set(rule.getResourceNames()), set(rule.getVerbs()));
    }

    private static PolicyRule rule(GivenRole.Rule rule) {
        return new PolicyRuleBuilder()
                .withApiGroups(sorted(rule.apiGroups()))
                .withResources(sorted(rule.resources()))
                .withResourceNames(sorted(rule.resourceNames()))
                .withVerbs(sorted(rule.verbs()))
                .build();
    }

    private static Set<String> set(@Nullable Collection<String> texts) {
        return texts == null ? Set.of() : Set.copyOf(texts);
    }

    private static List<String> sorted(Set<String> texts) {
        return texts.stream().sorted().toList();
    }
}
