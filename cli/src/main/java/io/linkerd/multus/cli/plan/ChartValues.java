// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.facts.ControllerRules;
import io.linkerd.multus.contracts.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Values of the chart, by their names there, in the place of those that the cluster's release has.
 *
 * @param said those on which a plan depends, as texts that were checked; of lists with commas
 * @param passedOver names of others
 */
public record ChartValues(Map<String, String> said, Set<String> passedOver) {
    /** None. */
    public static final ChartValues NONE = new ChartValues(Map.of(), Set.of());

    private static final String OWN_GLOBALS = "global.linkerdMultus";
    private static final String SCOPE = "ATTACHMENT_SCOPE";

    /** Linkerd's CNI chart has its objects in that namespace, and its DaemonSet has that name, also where ours stands in for it. */
    private static final String REPLACES = "linkerd-cni";

    /** Copies. */
    public ChartValues {
        said = Map.copyOf(said);
        passedOver = Set.copyOf(passedOver);
    }

    /** {@return the values of such a tree; the reason of a refusal names the value, and what would do} */
    public static Result<ChartValues> of(Map<?, ?> tree) {
        var said = new LinkedHashMap<String, String>();
        var own = new LinkedHashMap<String, String>();
        var passed = new LinkedHashSet<String>();
        var problems = new ArrayList<String>();
        new Walk(said, own, passed, problems).members(tree, "");
        said.putAll(own);
        return problems.isEmpty()
                ? new Result.Ok<>(new ChartValues(said, passed))
                : new Result.Not<>(String.join("\n", problems));
    }

    /** {@return these, and over them those} */
    public ChartValues with(ChartValues over) {
        var all = new HashMap<>(said);
        all.putAll(over.said);
        return new ChartValues(
                all,
                Stream.concat(passedOver.stream(), over.passedOver.stream()).collect(Collectors.toSet()));
    }

    /** {@return the environment that the chart gives the controller with these values, where it gave that one without} */
    public Map<String, String> over(Map<String, String> environment, String release, String namespace) {
        var told = new HashMap<>(environment);
        put(told, "global.attachments.namespace", "ATTACHMENT_NAMESPACE");
        put(told, "global.attachments.adopt", "ADOPT_ATTACHMENTS");
        put(told, "global.linkerd.namespace", "CONTROL_PLANE_NAMESPACE");
        put(told, "global.excludeOpenShiftNamespaces", "EXCLUDE_OPENSHIFT");
        put(told, "global.kubeconfigPath", "KUBECONFIG_PATH");
        put(told, "controller.cniConfigMap", "CNI_CONFIG_MAP");
        put(told, "controller.cniConfigKey", "CNI_CONFIG_KEY");
        put(told, "controller.scc.clusterRole", "SCC");
        put(told, "controller.policyLease.enabled", "POLICY_LEASE");
        said("global.excludedNamespaces")
                .ifPresent(names -> tell(told, "EXCLUDED_NAMESPACES", namespace + "," + names));
        scope(told);
        cni(told, release, namespace);
        serviceAccounts(told);
        return told;
    }

    private void scope(Map<String, String> told) {
        var before = told.getOrDefault(ControllerRules.PREFIX + SCOPE, "per-namespace");
        var mode = said("global.mode").filter(word -> !word.equals("auto"));
        boolean attaches = mode.map(word -> !word.equals("chained")).orElse(!before.equals("none"));
        var scope = said("global.attachments.scope")
                .map(word -> word.equals("Shared") ? "shared" : "per-namespace")
                .orElse(before.equals("none") ? "per-namespace" : before);
        tell(told, SCOPE, attaches ? scope : "none");
    }

    private void cni(Map<String, String> told, String release, String namespace) {
        var installer = ControllerRules.PREFIX + "INSTALLER";
        boolean replaces =
                said("global.linkerd.cniChart").map("Replace"::equals).orElse(REPLACES.equals(told.get(installer)));
        var place = said("global.linkerd.cniNamespace").filter(name -> !name.isEmpty());
        if (said("global.linkerd.cniChart").isPresent()) {
            told.put(installer, replaces ? REPLACES : release + "-installer");
            tell(told, "CNI_NAMESPACE", replaces ? namespace : place.orElse(REPLACES));
        } else if (!replaces) {
            said("global.linkerd.cniNamespace").ifPresent(_ -> tell(told, "CNI_NAMESPACE", place.orElse(REPLACES)));
        }
    }

    /** Those without a namespace are the control plane's. */
    private void serviceAccounts(Map<String, String> told) {
        var name = ControllerRules.PREFIX + "SCC_SERVICE_ACCOUNTS";
        var own = said("controller.scc.serviceAccounts");
        var bound = said("controller.scc.bindings");
        if (own.isEmpty() && bound.isEmpty()) {
            return;
        }
        var before = List.of(told.getOrDefault(name, "").split(","));
        told.put(
                name,
                Stream.concat(
                                own.map(text -> Stream.of(text.split(",")))
                                        .orElseGet(() -> before.stream().filter(one -> !one.contains("/"))),
                                bound.map(text -> Stream.of(text.split(",")))
                                        .orElseGet(() -> before.stream().filter(one -> one.contains("/"))))
                        .filter(one -> !one.isEmpty())
                        .collect(Collectors.joining(",")));
    }

    private void put(Map<String, String> told, String value, String variable) {
        said(value).ifPresent(text -> tell(told, variable, text));
    }

    private static void tell(Map<String, String> told, String variable, String text) {
        told.put(ControllerRules.PREFIX + variable, text);
    }

    private Optional<String> said(String name) {
        return Optional.ofNullable(said.get(name));
    }

    /** Goes through a tree of values. */
    private record Walk(Map<String, String> said, Map<String, String> own, Set<String> passed, List<String> problems) {
        void members(Map<?, ?> tree, String at) {
            tree.forEach((key, value) -> {
                if (value != null) {
                    value(at + key, value);
                }
            });
        }

        private void value(String whole, Object value) {
            boolean isOwn = whole.startsWith(OWN_GLOBALS);
            var name = isOwn ? "global" + whole.substring(OWN_GLOBALS.length()) : whole;
            var known = ValueNames.read(name);
            if (known.isPresent()) {
                switch (known.get().apply(value)) {
                    case Result.Ok<String>(var text) -> (isOwn ? own : said).put(name, text);
                    case Result.Not<String>(var rule) -> problems.add(whole + " " + rule);
                }
            } else if (ValueNames.isPassedOver(name)) {
                passed.add(whole);
            } else if (value instanceof Map<?, ?> deeper && ValueNames.isAbove(name)) {
                members(deeper, whole + ".");
            } else {
                problems.add(ValueNames.unknown(whole));
            }
        }
    }
}
