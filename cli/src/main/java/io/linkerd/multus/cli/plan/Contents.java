// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.facts.KeptView;
import io.linkerd.multus.contracts.plans.bindings.Binding;
import io.linkerd.multus.contracts.plans.bindings.BoundRole;
import io.linkerd.multus.contracts.plans.bindings.GivenRole;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What objects say, between their members and what decisions know of it. */
final class Contents {
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String SERVICE_ACCOUNT = "ServiceAccount";
    private static final String KIND = "kind";
    private static final String NAME = "name";
    private static final String NAMESPACE = "namespace";

    private Contents() {}

    static Optional<String> config(KeptView attachment) {
        return attachment.tree().get("spec") instanceof Map<?, ?> spec && spec.get("config") instanceof String config
                ? Optional.of(config)
                : Optional.empty();
    }

    static Map<String, Object> members(String config) {
        return Map.of("spec", Map.of("config", config));
    }

    static Optional<Binding> binding(KeptView binding) {
        var role = map(binding.tree().get("roleRef"));
        return Optional.of(new Binding(
                new BoundRole(text(role, KIND), text(role, NAME)),
                maps(binding.tree().get("subjects")).map(Contents::subject).collect(Collectors.toSet())));
    }

    private static String subject(Map<?, ?> subject) {
        var kind = text(subject, KIND);
        return (kind.equals(SERVICE_ACCOUNT) ? text(subject, NAMESPACE) : kind) + "/" + text(subject, NAME);
    }

    static Map<String, Object> members(Binding binding) {
        var members = new LinkedHashMap<String, Object>();
        members.put(
                "roleRef",
                ordered(
                        "apiGroup",
                        RBAC,
                        KIND,
                        binding.role().kind(),
                        NAME,
                        binding.role().name()));
        members.put(
                "subjects",
                binding.subjects().stream()
                        .sorted()
                        .map(subject -> ordered(
                                KIND,
                                SERVICE_ACCOUNT,
                                NAME,
                                subject.substring(subject.indexOf('/') + 1),
                                NAMESPACE,
                                subject.substring(0, subject.indexOf('/'))))
                        .toList());
        return members;
    }

    static Optional<GivenRole> role(KeptView role) {
        return Optional.of(new GivenRole(maps(role.tree().get("rules"))
                .map(rule -> new GivenRole.Rule(
                        texts(rule, "apiGroups"),
                        texts(rule, "resources"),
                        texts(rule, "resourceNames"),
                        texts(rule, "verbs")))
                .toList()));
    }

    static Map<String, Object> members(GivenRole role) {
        return Map.of("rules", role.rules().stream().map(Contents::rule).toList());
    }

    private static Map<String, Object> rule(GivenRole.Rule rule) {
        return ordered(
                "apiGroups", sorted(rule.apiGroups()),
                "resourceNames", sorted(rule.resourceNames()),
                "resources", sorted(rule.resources()),
                "verbs", sorted(rule.verbs()));
    }

    static Map<String, Object> ordered(Object... namesAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(namesAndValues[i].toString(), namesAndValues[i + 1]);
        }
        return map;
    }

    private static List<String> sorted(Set<String> texts) {
        return texts.stream().sorted().toList();
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static Stream<Map<?, ?>> maps(@Nullable Object value) {
        return value instanceof List<?> list ? list.stream().map(Contents::map) : Stream.empty();
    }

    private static Set<String> texts(Map<?, ?> map, String name) {
        return map.get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.toSet())
                : Set.of();
    }

    private static String text(Map<?, ?> map, String name) {
        return Objects.requireNonNullElse(map.get(name), "").toString();
    }
}
