// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigJudge;
import java.util.List;
import java.util.Optional;

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
        Optional<List<ValueDrift>> differences,
        EnforcementState after,
        String reason,
        List<Notice> notices) {
    /** Copies. */
    public LinkerdConfigPlan {
        conditions = List.copyOf(conditions);
        differences = differences.map(List::copyOf);
        notices = List.copyOf(notices);
    }

    /** {@return the plan} */
    public static LinkerdConfigPlan of(LinkerdConfigPlanInputs view) {
        var problems = LinkerdConfigJudge.problems(view.config().spec(), view.now());
        if (problems.isEmpty() && view.values() instanceof ObservedValues.There there) {
            var known = view.with(there);
            var findings = DriftReport.of(view.config().spec(), there.text());
            var enforce = EnforcePlan.of(known, there, findings);
            return of(
                    known,
                    ConfigConditions.of(known, problems, Optional.of(findings), Optional.of(enforce.enforced())),
                    Optional.of(findings.all()),
                    enforce.write(),
                    enforce.after());
        }
        // Nothing is written; that injection is broken is told all the same.
        return of(
                view,
                ConfigConditions.of(view, problems, Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                view.before().notInPlace());
    }

    private static LinkerdConfigPlan of(
            LinkerdConfigPlanInputs view,
            List<ConfigCondition> conditions,
            Optional<List<ValueDrift>> differences,
            Optional<ValuesWrite> write,
            EnforcementState after) {
        return new LinkerdConfigPlan(
                write,
                conditions,
                differences,
                after,
                LinkerdConfigEvents.reason(conditions),
                LinkerdConfigEvents.of(view, conditions));
    }
}
