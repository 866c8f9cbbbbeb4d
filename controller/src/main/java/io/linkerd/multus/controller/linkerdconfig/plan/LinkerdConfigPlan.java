// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.values.linkerdconfig.DatedSpec;
import io.linkerd.multus.values.linkerdconfig.FieldProblem;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigJudge;
import java.util.List;
import java.util.Optional;

/**
 * What is written and reported for the active {@code LinkerdConfig}: a pure function of its inputs.
 *
 * @param write the write of Linkerd's ConfigMap; empty where nothing is written
 * @param conditions of its status
 * @param differences the drift; empty where it is not known
 * @param after the state that its status records, before the write
 * @param reason of its status, for the list of objects
 * @param notices its Events
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
    public static LinkerdConfigPlan of(LinkerdConfigPlanInputs inputs) {
        var dated = DatedSpec.at(inputs.config().spec(), inputs.now());
        return of(inputs.with(dated.current()), dated.outOfDate());
    }

    private static LinkerdConfigPlan of(LinkerdConfigPlanInputs inputs, List<FieldProblem> outOfDate) {
        var problems = LinkerdConfigJudge.problems(inputs.config().spec(), inputs.now());
        if (problems.isEmpty() && inputs.values() instanceof ObservedValues.There there) {
            var known = inputs.with(there);
            var report = DriftReport.of(inputs.config().spec(), there.text(), inputs.cniConfig());
            var enforce = EnforcePlan.of(known, there, report);
            return of(
                    known,
                    ConfigConditions.of(
                            known, outOfDate, problems, Optional.of(report), Optional.of(enforce.enforced())),
                    Optional.of(report.all()),
                    enforce.write(),
                    enforce.after());
        }
        // Nothing is written; that injection is broken is told all the same.
        return of(
                inputs,
                ConfigConditions.of(inputs, outOfDate, problems, Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                inputs.before().notInPlace());
    }

    private static LinkerdConfigPlan of(
            LinkerdConfigPlanInputs inputs,
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
                LinkerdConfigEvents.of(inputs, conditions));
    }
}
