// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.output.Mark;
import io.linkerd.multus.cli.output.Shown;
import io.linkerd.multus.contracts.admission.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Puts an explanation into words. */
public final class ExplanationText {
    private ExplanationText() {}

    /** {@return its lines; nothing of the pod in them can move the cursor} */
    public static List<String> of(Explanation explanation, Look look) {
        var source = explanation.source();
        var lines = new ArrayList<String>();
        lines.add(mark(explanation).on(look) + " " + Shown.escaped(source.object()) + " in namespace "
                + explanation.namespace() + " (" + Shown.escaped(source.place()) + ") " + words(explanation));
        add(lines, "reason", explanation.verdict().reason());
        add(lines, "cause", explanation.verdict().cause().label());
        explanation.warnings().forEach(warning -> add(lines, "warning", warning));
        explanation
                .patch()
                .forEach(operation -> add(
                        lines,
                        "change",
                        operation.pointer() + " = "
                                + ExplanationJson.value(operation.value()).compact()));
        explanation.assumed().forEach(each -> add(lines, "assumed", each));
        return lines;
    }

    private static void add(List<String> lines, String what, String text) {
        lines.add("    " + what + ": " + " ".repeat("assumed".length() - what.length()) + Shown.escaped(text));
    }

    private static Mark mark(Explanation explanation) {
        return switch (explanation.verdict()) {
            case Verdict.Admit(var _, var warnings, var _, var _) -> warnings.isEmpty() ? Mark.RIGHT : Mark.WARNING;
            case Verdict.Unchecked _ -> Mark.WARNING;
            case Verdict.TryAgain _ -> Mark.UNKNOWN;
            case Verdict.Refuse _, Verdict.Fail _ -> Mark.WRONG;
        };
    }

    private static String words(Explanation explanation) {
        int changes = explanation.patch().size();
        return switch (explanation.verdict()) {
            case Verdict.Admit _ when changes == 0 -> "is admitted as it is";
            case Verdict.Admit _ -> "is admitted, with " + changes + (changes == 1 ? " change" : " changes");
            case Verdict.Unchecked _ -> "is admitted unchecked";
            case Verdict.Refuse _ -> "is refused";
            case Verdict.TryAgain _ -> "is refused for now, and may be tried again";
            case Verdict.Fail _ -> "is not decided on: the webhook fails";
        };
    }
}
