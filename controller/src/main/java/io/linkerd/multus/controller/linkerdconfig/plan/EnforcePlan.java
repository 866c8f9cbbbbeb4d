// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition.Status;
import io.linkerd.multus.values.InjectorVerdict;
import io.linkerd.multus.values.PathEffect;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import io.linkerd.multus.values.ValuesText;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec.Mode;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How drift is corrected.
 *
 * @param enforced the condition that says what is done, and why
 * @param write the write; empty where nothing is written
 * @param after the state to be recorded before the write
 */
record EnforcePlan(ConfigCondition enforced, Optional<ValuesWrite> write, EnforcementState after) {
    private static final String OBSERVING = "Observing";
    private static final String OBSERVES = "mode is Observe: nothing is written";
    private static final String REFUSED_BY_INJECTOR = "RefusedByInjector";
    private static final String CANNOT_BE_EDITED = "CannotBeEdited";

    /** {@return the plan for values that could be read} */
    static EnforcePlan of(LinkerdConfigPlanInputs inputs, ObservedValues.There there, DriftReport report) {
        var config = inputs.config();
        var writable = report.all().stream()
                .filter(finding -> finding.mayBeWritten(config.spec().allowPartial()))
                .toList();
        if (report.text().isEmpty()) {
            return unreadable(inputs, report.verdict());
        }
        var before = inputs.before().forSpec(config.generation());
        if (before.isRefusedInPlace()) {
            return nothing(inputs, REFUSED_BY_INJECTOR, ConfigConditions.refusedInPlace(before));
        }
        if (writable.isEmpty()) {
            return settled(inputs, report);
        }
        if (config.spec().mode() == Mode.OBSERVE) {
            return nothing(inputs, OBSERVING, OBSERVES);
        }
        if (before.refused().holds(inputs.now())) {
            return nothing(inputs, REFUSED_BY_INJECTOR, putBack(before.refused()));
        }
        return before.isSpent() ? leftAlone(inputs, writable) : edited(inputs, there, report, writable);
    }

    private static String putBack(Refusal refused) {
        return refused.nextTry()
                        .map(due -> "what was written for this spec was put back, and is tried once more at " + due
                                + ", or once the spec changes: ")
                        .orElse("what was written for this spec was put back twice, and is not written again before the"
                                + " spec changes: ")
                + refused.reason();
    }

    private static EnforcePlan unreadable(LinkerdConfigPlanInputs inputs, InjectorVerdict verdict) {
        return verdict instanceof InjectorVerdict.NotJudged
                ? nothing(inputs, ConfigConditions.NOT_JUDGED, ConfigConditions.words(verdict))
                : nothing(inputs, CANNOT_BE_EDITED, "Linkerd cannot read its values, so no path of them can be edited");
    }

    /** All values that may be written are in place. */
    private static EnforcePlan settled(LinkerdConfigPlanInputs inputs, DriftReport report) {
        var left = report.all();
        var after = inputs.before().inPlace(inputs.config().generation(), inputs.now());
        var apart = left.stream()
                .filter(finding -> finding.effect().need() == PathEffect.Need.NEW_PODS_AND_CNI_CONFIG)
                .toList();
        if (!apart.isEmpty() || !report.apart().isEmpty()) {
            return new EnforcePlan(
                    notEnforced(
                            ConfigConditions.NEEDS_CNI_CONFIG,
                            needsCniConfig(apart, report.apart()) + needsUpgradeToo(left, apart)),
                    Optional.empty(),
                    after);
        }
        if (!left.isEmpty()) {
            return new EnforcePlan(
                    notEnforced(
                            "NeedsLinkerdUpgrade",
                            "not written, since an edit of the ConfigMap alone does not bring it: "
                                    + ValueDrift.facts(left) + "; change it by Helm or linkerd upgrade"
                                    + (left.stream().anyMatch(finding -> finding.mayBeWritten(true))
                                            ? ", or set spec.allowPartial where new pods may differ from the control"
                                                    + " plane until then"
                                            : "")),
                    Optional.empty(),
                    after);
        }
        return new EnforcePlan(
                inputs.config().spec().mode() == Mode.OBSERVE
                        ? notEnforced(OBSERVING, OBSERVES)
                        : new ConfigCondition(
                                ConditionType.ENFORCED,
                                Status.TRUE,
                                "InPlace",
                                inPlace(inputs.before().asked().verification())),
                Optional.empty(),
                after);
    }

    private static String needsCniConfig(List<ValueDrift> notWritten, List<String> inPlace) {
        return (inPlace.isEmpty()
                        ? ""
                        : "in place, and new pods have no network: " + String.join(", ", inPlace)
                                + "; change Linkerd's CNI configuration, or the value"
                                + (notWritten.isEmpty() ? "" : "; "))
                + (notWritten.isEmpty()
                        ? ""
                        : "not written, since new pods would have no network: " + ValueDrift.facts(notWritten)
                                + "; change Linkerd's CNI configuration first, or set spec.allowPartial where both are"
                                + " changed together");
    }

    private static String needsUpgradeToo(List<ValueDrift> left, List<ValueDrift> apart) {
        var others = left.stream().filter(finding -> !apart.contains(finding)).toList();
        return others.isEmpty()
                ? ""
                : "; nor written is what an edit of the ConfigMap alone does not bring: " + ValueDrift.facts(others);
    }

    private static String inPlace(VerificationStatus asked) {
        return switch (asked) {
            case NONE -> "Linkerd's values are as wanted";
            case WAITING ->
                "written; kubelets bring it to Linkerd's injectors within 90 seconds, which are asked by dry runs"
                        + " until then";
            case AGREED -> "written, and Linkerd's injectors inject with it";
            case NOT_ASKED ->
                "written; whether Linkerd's injectors take it was judged by the text alone, since they could not be"
                        + " asked";
        };
    }

    private static EnforcePlan leftAlone(LinkerdConfigPlanInputs inputs, List<ValueDrift> writable) {
        return nothing(
                inputs,
                "LeftAlone",
                ConfigConditions.disagreement(inputs, writable) + "; put back " + EnforcementState.MOST
                        + " times, and left alone until the LinkerdConfig changes or both have agreed for 24 hours; "
                        + inputs.managingTool().remedy());
    }

    private static EnforcePlan edited(
            LinkerdConfigPlanInputs inputs, ObservedValues.There there, DriftReport report, List<ValueDrift> writable) {
        var wanted = new TreeMap<ValuesPath, ValueTree>();
        writable.forEach(finding ->
                wanted.put(finding.difference().path(), finding.difference().wanted()));
        return switch (report.text().orElseThrow().with(wanted)) {
            case Result.Ok<ValuesText>(var text) -> judged(inputs, there, writable, text);
            case Result.Not<ValuesText>(var reason) ->
                nothing(
                        inputs,
                        CANNOT_BE_EDITED,
                        "the values cannot be edited in place: " + reason + "; write it there by Helm or by hand");
        };
    }

    private static EnforcePlan judged(
            LinkerdConfigPlanInputs inputs, ObservedValues.There there, List<ValueDrift> writable, ValuesText text) {
        var verdict = InjectorVerdict.of(text);
        if (!verdict.isFine()) {
            return nothing(
                    inputs,
                    "WouldBreakInjection",
                    "not written, since Linkerd's injector could not work with it: " + ConfigConditions.words(verdict));
        }
        var config = inputs.config();
        var paths = writable.stream()
                .map(finding -> finding.difference().path().toString())
                .toList();
        boolean corrects = inputs.corrects(paths);
        var words = "setting " + ValueDrift.paths(writable) + (corrects ? whyAgain(inputs, writable) : "");
        return new EnforcePlan(
                inputs.notWritten().isEmpty()
                        ? notEnforced("PuttingRight", words)
                        : notEnforced("WriteRefused", words + ": " + inputs.notWritten() + "; it is tried again"),
                Optional.of(new ValuesWrite(text.text(), there.version(), there.text(), paths)),
                inputs.before().writing(config.generation(), there.version(), text.text(), corrects));
    }

    private static String whyAgain(LinkerdConfigPlanInputs inputs, List<ValueDrift> writable) {
        if (!inputs.before().isAgain(inputs.config().generation())) {
            return "";
        }
        return inputs.before().refused().isStanding()
                ? " once more, after Linkerd's injectors refused it: "
                        + inputs.before().refused().reason()
                : ": " + ConfigConditions.disagreement(inputs, writable);
    }

    private static EnforcePlan nothing(LinkerdConfigPlanInputs inputs, String reason, String message) {
        return new EnforcePlan(
                notEnforced(reason, message),
                Optional.empty(),
                inputs.before().forSpec(inputs.config().generation()).notInPlace());
    }

    private static ConfigCondition notEnforced(String reason, String message) {
        return new ConfigCondition(ConditionType.ENFORCED, Status.FALSE, reason, message);
    }
}
