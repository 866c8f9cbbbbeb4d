// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.certificates.TestCertificates;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfig;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the tests of this package begin with: a LinkerdConfig of generation 7, and Linkerd's ConfigMap of version 100, which Helm keeps. */
final class Views {
    static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
    static final long GENERATION = 7;
    static final ManagingTool HELM_RELEASE = ManagingTool.of(Map.of(), Map.of("meta.helm.sh/release-name", "linkerd"))
            .orElseThrow();

    /** As Linkerd's CNI chart renders it. */
    static final ObservedCniConfig CNI = cni(
            "{'type':'linkerd-cni','linkerd':{'incoming-proxy-port':4143,'outgoing-proxy-port':4140,'proxy-uid':2102,"
                    + "'inbound-ports-to-ignore':['4190-4191','25']}}");

    private Views() {}

    static ObservedCniConfig cni(String config) {
        return new ObservedCniConfig("linkerd-cni/linkerd-cni-config", CniConfig.read(config.replace('\'', '"')));
    }

    /** {@return a LinkerdConfig; its spec is JSON with single quotes} */
    static ObservedLinkerdConfig config(String spec) {
        return new ObservedLinkerdConfig("mesh", "uid", GENERATION, NOW, spec(spec));
    }

    static LinkerdConfigSpec spec(String spec) {
        var object = "{'metadata':{'name':'mesh'},'spec':" + spec + "}";
        return switch (LinkerdConfig.read(object.replace('\'', '"').getBytes(StandardCharsets.UTF_8))) {
            case Result.Ok<LinkerdConfig>(var config) -> LinkerdConfigSpec.of(config);
            case Result.Not<LinkerdConfig>(var reason) -> throw new AssertionError(reason);
        };
    }

    static ObservedValues.There there(String text, String version) {
        return new ObservedValues.There(text, version, Optional.of(HELM_RELEASE));
    }

    static LinkerdConfigPlanInputs view(String spec, ObservedValues values) {
        return view(spec, values, EnforcementState.NONE, NOW);
    }

    static LinkerdConfigPlanInputs view(String spec, ObservedValues values, EnforcementState before, Instant now) {
        return new LinkerdConfigPlanInputs(
                config(spec),
                values,
                new TrustRoots(Optional.of(TestCertificates.GOOD), ""),
                CNI,
                Set.of(),
                before,
                "",
                now);
    }

    static ConfigCondition condition(LinkerdConfigPlan plan, ConditionType type) {
        return plan.conditions().stream()
                .filter(condition -> condition.type() == type)
                .findFirst()
                .orElseThrow();
    }

    static String reason(LinkerdConfigPlan plan, ConditionType type) {
        var condition = condition(plan, type);
        return condition.status().title() + " " + condition.reason();
    }
}
