// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.ObjectNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The chart's values: those on which a plan depends, and those which it passes over. */
final class ValueNames {
    private static final Pattern KUBECONFIG =
            Pattern.compile("/etc/cni(/[A-Za-z0-9_][A-Za-z0-9._-]*)+/[A-Za-z0-9_][A-Za-z0-9._-]*");
    private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]{1,253}");
    private static final Pattern ROLE = Pattern.compile("[a-z0-9]([-a-z0-9.:]{0,251}[a-z0-9])?");

    private static final Map<String, Function<Object, Result<String>>> READ = new TreeMap<>(Map.ofEntries(
            Map.entry("global.mode", oneOf("auto", "nad", "chained", "file", "auxiliary")),
            Map.entry("global.attachments.scope", oneOf("PerNamespace", "Shared")),
            Map.entry("global.attachments.namespace", text("a namespace", ObjectNames::isLabel)),
            Map.entry("global.attachments.adopt", oneOf("true", "false")),
            Map.entry("global.excludedNamespaces", list("namespaces", ObjectNames::isLabel)),
            Map.entry("global.excludeOpenShiftNamespaces", oneOf("true", "false")),
            Map.entry("global.kubeconfigPath", text("a file below /etc/cni", matches(KUBECONFIG))),
            Map.entry("global.linkerd.namespace", text("a namespace", ObjectNames::isLabel)),
            Map.entry("global.linkerd.cniChart", oneOf("Use", "Replace")),
            Map.entry(
                    "global.linkerd.cniNamespace",
                    text("a namespace, or empty", name -> name.isEmpty() || ObjectNames.isLabel(name))),
            Map.entry("controller.cniConfigMap", text("a ConfigMap", ObjectNames::isSubdomain)),
            Map.entry("controller.cniConfigKey", text("a key of a ConfigMap", matches(KEY))),
            Map.entry("controller.scc.clusterRole", text("a ClusterRole", matches(ROLE))),
            Map.entry("controller.scc.serviceAccounts", list("service accounts", ObjectNames::isSubdomain)),
            Map.entry("controller.scc.bindings", ValueNames::bindings),
            Map.entry("controller.policyLease.enabled", oneOf("true", "false"))));

    /** Those of the chart which decide about pods, rights and nodes; with all that is in them. */
    private static final Set<String> PASSED_OVER = Set.of(
            "installer",
            "webhook",
            "viewRoles",
            "multus",
            "tests",
            "global.platform",
            "global.imageRegistry",
            "global.imagePullPolicy",
            "global.imagePullSecrets",
            "global.logLevel",
            "global.logFormat",
            "global.commonLabels",
            "global.networkPolicy",
            "global.monitoring",
            "global.linkerd.cniConfig",
            "controller.enabled",
            "controller.image",
            "controller.replicas",
            "controller.linkerdConfig",
            "controller.repair",
            "controller.rollouts",
            "controller.runAsUser",
            "controller.resources",
            "controller.heap",
            "controller.priorityClassName",
            "controller.nodeSelector",
            "controller.tolerations",
            "controller.affinity",
            "controller.env",
            "controller.podLabels",
            "controller.podAnnotations");

    private ValueNames() {}

    /** {@return what reads that value as a text; empty where a plan does not depend on it} */
    static Optional<Function<Object, Result<String>>> read(String name) {
        return Optional.ofNullable(READ.get(name));
    }

    /** {@return whether it is one of the chart's, or in one, on which no plan depends} */
    static boolean isPassedOver(String name) {
        return PASSED_OVER.stream().anyMatch(passed -> name.equals(passed) || name.startsWith(passed + "."));
    }

    /** {@return whether known values are in it} */
    static boolean isAbove(String name) {
        return Stream.concat(READ.keySet().stream(), PASSED_OVER.stream())
                .anyMatch(known -> known.startsWith(name + "."));
    }

    /** {@return that there is no such value, and which there are} */
    static String unknown(String name) {
        return GoText.printable(name) + " is no value that a plan knows; it depends on "
                + String.join(", ", READ.keySet());
    }

    private static Function<Object, Result<String>> oneOf(String... words) {
        return value -> List.of(words).contains(value.toString())
                ? new Result.Ok<>(value.toString())
                : new Result.Not<>("has to be one of " + String.join(", ", words));
    }

    private static Function<Object, Result<String>> text(String what, Predicate<String> fits) {
        return value -> value instanceof String text && fits.test(text)
                ? new Result.Ok<>(text)
                : new Result.Not<>("has to be the name of " + what);
    }

    private static Function<Object, Result<String>> list(String what, Predicate<String> fits) {
        return value -> value instanceof List<?> items
                        && items.stream().allMatch(item -> item instanceof String text && fits.test(text))
                ? new Result.Ok<>(items.stream().map(String::valueOf).collect(Collectors.joining(",")))
                : new Result.Not<>("has to be a list of names of " + what);
    }

    private static Predicate<String> matches(Pattern pattern) {
        return text -> pattern.matcher(text).matches();
    }

    private static Result<String> bindings(Object value) {
        var accounts = value instanceof List<?> items
                ? items.stream().map(ValueNames::accounts).toList()
                : List.of(Optional.<List<String>>empty());
        return accounts.stream().allMatch(Optional::isPresent)
                ? new Result.Ok<>(accounts.stream()
                        .flatMap(Optional::stream)
                        .flatMap(List::stream)
                        .collect(Collectors.joining(",")))
                : new Result.Not<>("has to be a list of {namespace: NAME, serviceAccounts: [NAME, ...]}");
    }

    private static Optional<List<String>> accounts(Object binding) {
        return binding instanceof Map<?, ?> map
                        && map.get("namespace") instanceof String namespace
                        && ObjectNames.isLabel(namespace)
                        && map.get("serviceAccounts") instanceof List<?> names
                        && names.stream().allMatch(name -> name instanceof String text && ObjectNames.isSubdomain(text))
                ? Optional.of(names.stream().map(name -> namespace + "/" + name).toList())
                : Optional.empty();
    }
}
