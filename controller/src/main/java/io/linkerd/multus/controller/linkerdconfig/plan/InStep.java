// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition.Status;
import io.linkerd.multus.values.InjectorVerdict;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.util.List;

/** Says whether Linkerd's values are as wanted, and whether its injector can work with them. */
final class InStep {
    private static final String UNKNOWN = "ConfigMapUnreadable";

    private InStep() {}

    /** {@return whether the values are as wanted} */
    static ConfigCondition of(ConfigView view, SeenValues.There there, Findings findings) {
        if (findings.verdict() instanceof InjectorVerdict.NotJudged) {
            return condition(Status.UNKNOWN, Verdicts.NOT_JUDGED, Verdicts.words(findings.verdict()));
        }
        if (findings.text().isEmpty()) {
            return condition(
                    Status.UNKNOWN, "ValuesUnreadable", "Linkerd cannot read its values, so they cannot be compared");
        }
        if (findings.all().isEmpty()) {
            return condition(
                    Status.TRUE,
                    "AsWanted",
                    "all " + view.config().spec().wanted().size() + " values are as wanted");
        }
        var words = Finding.words(findings.all());
        return condition(
                Status.FALSE,
                "Differs",
                view.before().isAgain(view.config().generation())
                        ? words + "; " + EnforcePlan.disagreement(view, there, findings.all())
                        : words);
    }

    /** {@return both conditions where there are no values to compare} */
    static List<ConfigCondition> without(LinkerdConfigSpec spec, SeenValues values) {
        var where = "ConfigMap " + spec.controlPlaneNamespace() + "/" + spec.configMap();
        var inStep = switch (values) {
            case SeenValues.There _ -> condition(Status.UNKNOWN, "NotCompared", "not compared");
            case SeenValues.Unreadable(var reason) ->
                condition(Status.UNKNOWN, UNKNOWN, where + " cannot be read: " + reason);
            case SeenValues.Missing _ ->
                condition(
                        Status.UNKNOWN,
                        "ConfigMapMissing",
                        where
                                + " is not there; install Linkerd, or name its place in spec.controlPlaneNamespace and"
                                + " spec.configMap");
            case SeenValues.Older _ ->
                condition(
                        Status.UNKNOWN,
                        "OlderLayout",
                        where
                                + " has the layout of Linkerd before 2.9 (global, proxy, install), which is reported"
                                + " and never written; upgrade Linkerd");
            case SeenValues.WithoutKey _ ->
                condition(
                        Status.UNKNOWN,
                        "KeyMissing",
                        where + " has no key " + SeenValues.KEY + "; have Helm or linkerd upgrade write it");
        };
        return List.of(inStep, injection(values));
    }

    /** {@return what Linkerd's injector does with them} */
    static ConfigCondition injection(SeenValues values) {
        return switch (values) {
            case SeenValues.There there -> Verdicts.condition(InjectorVerdict.of(there.text()));
            case SeenValues.Unreadable _ -> Verdicts.condition(Status.UNKNOWN, UNKNOWN, "the ConfigMap cannot be read");
            case SeenValues.Missing _ ->
                Verdicts.condition(Status.UNKNOWN, "ConfigMapMissing", "the ConfigMap is not there");
            case SeenValues.Older _ ->
                Verdicts.condition(
                        Status.UNKNOWN,
                        "OlderLayout",
                        "whether the injector can read this layout depends on its version; 2.9 and later cannot");
            case SeenValues.WithoutKey _ ->
                Verdicts.condition(
                        Status.TRUE,
                        "PodsDenied",
                        "the key " + SeenValues.KEY
                                + " is missing: Linkerd's injector finds no file and denies every new pod and Service"
                                + " in the namespaces that its webhook selects");
        };
    }

    private static ConfigCondition condition(Status status, String reason, String message) {
        return new ConfigCondition(ConditionType.IN_STEP, status, reason, message);
    }
}
