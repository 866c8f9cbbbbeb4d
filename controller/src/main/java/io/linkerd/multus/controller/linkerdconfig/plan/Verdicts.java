// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition.Status;
import io.linkerd.multus.values.InjectorVerdict;

/** What Linkerd's injector does with its values, told to people. */
final class Verdicts {
    /** The reason of each condition about a text beyond our bounds. */
    static final String NOT_JUDGED = "NotJudged";

    private static final String FINE = "Injects";

    private Verdicts() {}

    /** {@return line, reason and what follows} */
    static String words(InjectorVerdict verdict) {
        return switch (verdict) {
            case InjectorVerdict.Fine _ -> "Linkerd's injector can work with its values";
            case InjectorVerdict.DeniesAll(var line, var reason) ->
                at(line, reason)
                        + "; it denies every new pod and Service in the namespaces that its webhook selects, whether"
                        + " meshed or not and whatever the failurePolicy";
            case InjectorVerdict.Unmeshed(var line, var reason) ->
                at(line, reason)
                        + "; it gives no answer, so with failurePolicy Ignore new pods start without a proxy, in"
                        + " silence";
            case InjectorVerdict.PodsFail(var line, var reason) ->
                at(line, reason) + "; new pods of the mesh do not start";
            case InjectorVerdict.NotJudged(var line, var reason) ->
                at(line, reason)
                        + ", which is more than linkerd-multus reads: whether Linkerd's injector can work with it is"
                        + " not known, and nothing is compared or written. Take out what Linkerd does not read, and"
                        + " until then try a meshed pod by kubectl create --dry-run=server";
        };
    }

    private static String at(int line, String reason) {
        return "line " + line + ": " + reason;
    }

    /** {@return the condition} Injectors that were asked know better than a verdict that finds nothing. */
    static ConfigCondition condition(InjectorVerdict verdict, Enforcement before) {
        return verdict.isFine() && before.isRefusedInPlace()
                ? condition(Status.TRUE, "RefusedByInjector", EnforcePlan.refusedInPlace(before))
                : condition(verdict);
    }

    /** {@return the condition, by the text alone} */
    static ConfigCondition condition(InjectorVerdict verdict) {
        return condition(
                verdict instanceof InjectorVerdict.NotJudged ? Status.UNKNOWN : Status.of(!verdict.isFine()),
                switch (verdict) {
                    case InjectorVerdict.Fine _ -> FINE;
                    case InjectorVerdict.DeniesAll _ -> "PodsDenied";
                    case InjectorVerdict.Unmeshed _ -> "PodsUnmeshed";
                    case InjectorVerdict.PodsFail _ -> "PodsFail";
                    case InjectorVerdict.NotJudged _ -> NOT_JUDGED;
                },
                words(verdict));
    }

    static ConfigCondition condition(Status status, String reason, String message) {
        return new ConfigCondition(ConditionType.INJECTION_BROKEN, status, reason, message);
    }
}
