// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.values.InjectorVerdict;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import io.linkerd.multus.values.ValuesText;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec.Mode;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is done about differences.
 *
 * @param standing why that
 * @param message for a person
 * @param write what is written; empty where nothing is
 * @param after what is to be remembered before it is written
 */
record EnforcePlan(Standing standing, String message, Optional<ValuesWrite> write, Enforcement after) {

    /** Why something is written, or not. */
    enum Standing {
        OBSERVING("Observing"),
        IN_PLACE("InPlace"),
        PUTTING_RIGHT("PuttingRight"),
        WRITE_REFUSED("WriteRefused"),
        LEFT_ALONE("LeftAlone"),
        NEEDS_LINKERD_UPGRADE("NeedsLinkerdUpgrade"),
        WOULD_BREAK_INJECTION("WouldBreakInjection"),
        CANNOT_BE_EDITED("CannotBeEdited"),
        NOT_JUDGED(Verdicts.NOT_JUDGED),
        REFUSED_BY_INJECTOR("RefusedByInjector");

        private final String reason;

        Standing(String reason) {
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    /** {@return the plan for values that there are} */
    static EnforcePlan of(ConfigView view, SeenValues.There there, Findings findings) {
        var config = view.config();
        var writable = findings.all().stream()
                .filter(finding -> finding.mayBeWritten(config.spec().allowPartial()))
                .toList();
        if (findings.text().isEmpty()) {
            return unreadable(view, findings.verdict());
        }
        var before = view.before().forSpec(config.generation());
        if (before.isRefusedInPlace()) {
            return nothing(Standing.REFUSED_BY_INJECTOR, refusedInPlace(before), view);
        }
        if (writable.isEmpty()) {
            return settled(view, findings.all());
        }
        if (config.spec().mode() == Mode.OBSERVE) {
            return nothing(Standing.OBSERVING, "mode is Observe: nothing is written", view);
        }
        if (!before.refused().isEmpty()) {
            return nothing(
                    Standing.REFUSED_BY_INJECTOR,
                    "what was written for this spec was put back, and is not written again before the spec changes: "
                            + before.refused(),
                    view);
        }
        return before.isSpent() ? leftAlone(view, there, writable) : edited(view, there, findings, writable);
    }

    private static EnforcePlan unreadable(ConfigView view, InjectorVerdict verdict) {
        return verdict instanceof InjectorVerdict.NotJudged
                ? nothing(Standing.NOT_JUDGED, Verdicts.words(verdict), view)
                : nothing(
                        Standing.CANNOT_BE_EDITED,
                        "Linkerd cannot read its values, so no path of them can be edited",
                        view);
    }

    /** All that may be written is written. */
    private static EnforcePlan settled(ConfigView view, List<Finding> left) {
        var after = view.before().inPlace(view.config().generation(), view.now());
        if (!left.isEmpty()) {
            return new EnforcePlan(
                    Standing.NEEDS_LINKERD_UPGRADE,
                    "not written, since an edit of the ConfigMap alone does not bring it: " + Finding.facts(left)
                            + "; change it by Helm or linkerd upgrade"
                            + (left.stream().anyMatch(finding -> finding.mayBeWritten(true))
                                    ? ", or set spec.allowPartial where new pods may differ from the control plane"
                                            + " until then"
                                    : ""),
                    Optional.empty(),
                    after);
        }
        return view.config().spec().mode() == Mode.OBSERVE
                ? new EnforcePlan(Standing.OBSERVING, "mode is Observe: nothing is written", Optional.empty(), after)
                : new EnforcePlan(
                        Standing.IN_PLACE, inPlace(view.before().asked().verification()), Optional.empty(), after);
    }

    /** {@return that pods are refused, and what to do} */
    static String refusedInPlace(Enforcement before) {
        return "Linkerd's injectors refuse pods or Services since this was written: " + before.refused()
                + "; the leader that wrote it puts the text of before back. Where it has ended meanwhile, that text is"
                + " not known any more: have Helm or linkerd upgrade write Linkerd's values, or change this"
                + " LinkerdConfig";
    }

    private static String inPlace(Verification asked) {
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

    private static EnforcePlan leftAlone(ConfigView view, SeenValues.There there, List<Finding> writable) {
        return nothing(
                Standing.LEFT_ALONE,
                disagreement(view, there, writable) + "; put back " + Enforcement.MOST
                        + " times, and left alone until the LinkerdConfig changes or both have agreed for 24 hours; "
                        + there.owner().orElse(ValuesOwner.UNKNOWN).cure(),
                view);
    }

    /** {@return who disagrees with whom, and where} */
    static String disagreement(ConfigView view, SeenValues.There there, List<Finding> findings) {
        return there.owner().orElse(ValuesOwner.UNKNOWN).words() + " and "
                + view.config().words() + " disagree on " + Finding.paths(findings);
    }

    private static EnforcePlan edited(
            ConfigView view, SeenValues.There there, Findings findings, List<Finding> writable) {
        var wanted = new TreeMap<ValuesPath, ValueTree>();
        writable.forEach(finding ->
                wanted.put(finding.difference().path(), finding.difference().wanted()));
        return switch (findings.text().orElseThrow().with(wanted)) {
            case Result.Ok<ValuesText>(var text) -> judged(view, there, writable, text);
            case Result.Not<ValuesText>(var reason) ->
                nothing(
                        Standing.CANNOT_BE_EDITED,
                        "the values cannot be edited in place: " + reason + "; write it there by Helm or by hand",
                        view);
        };
    }

    private static EnforcePlan judged(
            ConfigView view, SeenValues.There there, List<Finding> writable, ValuesText text) {
        var verdict = InjectorVerdict.of(text);
        if (!verdict.isFine()) {
            return nothing(
                    Standing.WOULD_BREAK_INJECTION,
                    "not written, since Linkerd's injector could not work with it: " + Verdicts.words(verdict),
                    view);
        }
        var config = view.config();
        var words = "setting " + Finding.paths(writable)
                + (view.before().isAgain(config.generation()) ? ": " + disagreement(view, there, writable) : "");
        var paths = writable.stream()
                .map(finding -> finding.difference().path().toString())
                .toList();
        return new EnforcePlan(
                view.notWritten().isEmpty() ? Standing.PUTTING_RIGHT : Standing.WRITE_REFUSED,
                view.notWritten().isEmpty() ? words : words + ": " + view.notWritten() + "; it is tried again",
                Optional.of(new ValuesWrite(text.text(), there.version(), there.text(), paths)),
                view.before().writing(config.generation(), there.version(), text.text()));
    }

    private static EnforcePlan nothing(Standing standing, String message, ConfigView view) {
        return new EnforcePlan(
                standing,
                message,
                Optional.empty(),
                view.before().forSpec(view.config().generation()).notInPlace());
    }
}
