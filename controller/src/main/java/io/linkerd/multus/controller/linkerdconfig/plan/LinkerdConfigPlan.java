// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition.Status;
import io.linkerd.multus.values.linkerdconfig.FieldProblem;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigJudge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is done and told about the {@code LinkerdConfig} that is honoured. Without effects, and the same for the same view.
 *
 * @param write what is written into Linkerd's ConfigMap; empty where nothing is
 * @param conditions what its status says
 * @param differences what differs; empty where that is not known
 * @param after what its status remembers, from before the write
 * @param reason in a word, for the list of objects
 * @param notices what is told as Events
 */
public record LinkerdConfigPlan(
        Optional<ValuesWrite> write,
        List<ConfigCondition> conditions,
        Optional<List<Finding>> differences,
        Enforcement after,
        String reason,
        List<Notice> notices) {
    private static final int MOST_PROBLEMS = 16;

    /** Copies. */
    public LinkerdConfigPlan {
        conditions = List.copyOf(conditions);
        differences = differences.map(List::copyOf);
        notices = List.copyOf(notices);
    }

    /** {@return the plan} */
    public static LinkerdConfigPlan of(ConfigView view) {
        var problems = LinkerdConfigJudge.problems(view.config().spec(), view.now());
        if (!problems.isEmpty()) {
            return notAccepted(view, problems);
        }
        var accepted =
                new ConfigCondition(ConditionType.ACCEPTED, Status.TRUE, "Accepted", "the spec can be carried out");
        return view.values() instanceof SeenValues.There there
                ? there(view.with(there), there, accepted)
                : notThere(view, accepted, InStep.without(view.config().spec(), view.values()));
    }

    /** Nothing is written; that injection is broken is told all the same. */
    private static LinkerdConfigPlan notAccepted(ConfigView view, List<FieldProblem> problems) {
        var words = problems.stream()
                .limit(MOST_PROBLEMS)
                .map(FieldProblem::toString)
                .collect(Collectors.joining("; "));
        var accepted = new ConfigCondition(ConditionType.ACCEPTED, Status.FALSE, "SpecInvalid", words);
        return notThere(
                view,
                accepted,
                List.of(
                        new ConfigCondition(
                                ConditionType.IN_STEP,
                                Status.UNKNOWN,
                                "SpecInvalid",
                                "the spec has problems; nothing is compared"),
                        InStep.injection(view.values())));
    }

    private static LinkerdConfigPlan notThere(ConfigView view, ConfigCondition accepted, List<ConfigCondition> inStep) {
        var conditions = new ArrayList<>(List.of(accepted));
        conditions.addAll(inStep);
        TrustRoots.condition(view.config().spec(), view.roots()).ifPresent(conditions::add);
        Unknowns.condition(view.config().spec(), List.of()).ifPresent(conditions::add);
        return new LinkerdConfigPlan(
                Optional.empty(),
                conditions,
                Optional.empty(),
                view.before().notInPlace(),
                ConfigNotices.reason(conditions),
                ConfigNotices.of(view, conditions));
    }

    private static LinkerdConfigPlan there(ConfigView view, SeenValues.There there, ConfigCondition accepted) {
        var findings = Findings.of(view.config().spec(), there.text());
        var plan = EnforcePlan.of(view, there, findings);
        var conditions = new ArrayList<>(List.of(
                accepted,
                InStep.of(view, there, findings),
                Verdicts.condition(
                        findings.verdict(), view.before().forSpec(view.config().generation())),
                new ConfigCondition(
                        ConditionType.ENFORCED,
                        Status.of(plan.standing() == EnforcePlan.Standing.IN_PLACE),
                        plan.standing().reason(),
                        plan.message())));
        TrustRoots.condition(view.config().spec(), view.roots()).ifPresent(conditions::add);
        Unknowns.condition(view.config().spec(), findings.idle()).ifPresent(conditions::add);
        return new LinkerdConfigPlan(
                plan.write(),
                conditions,
                Optional.of(findings.all()),
                plan.after(),
                ConfigNotices.reason(conditions),
                ConfigNotices.of(view, conditions));
    }
}
