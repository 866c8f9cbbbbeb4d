// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import io.linkerd.multus.cli.output.Json;
import io.linkerd.multus.contracts.admission.PatchOperation;
import io.linkerd.multus.contracts.admission.PatchOperation.Value;
import io.linkerd.multus.contracts.admission.Verdict;
import java.util.List;
import java.util.Map;

/**
 * Explanations as JSON: {@code {"pods": [{"pod", "namespace", "object", "place", "verdict", "cause", "reason", "warnings", "patch",
 * "assumed"}]}}. Stable: scripts go by it. The patch is that of the webhook's answer (RFC 6902).
 */
public final class ExplanationJson {
    private ExplanationJson() {}

    /** {@return all of them} */
    public static Json of(List<Explanation> explanations) {
        return Json.Members.none()
                .with(
                        "pods",
                        new Json.Items(
                                explanations.stream().map(ExplanationJson::of).toList()));
    }

    /** {@return one of them} */
    public static Json of(Explanation explanation) {
        var verdict = explanation.verdict();
        return Json.Members.none()
                .with("pod", explanation.source().podName())
                .with("namespace", explanation.namespace())
                .with("object", explanation.source().object())
                .with("place", explanation.source().place())
                .with("verdict", word(verdict))
                .with("cause", verdict.cause().label())
                .with("reason", verdict.reason())
                .with("warnings", Json.Items.ofTexts(explanation.warnings()))
                .with(
                        "patch",
                        new Json.Items(explanation.patch().stream()
                                .map(ExplanationJson::of)
                                .toList()))
                .with("assumed", Json.Items.ofTexts(explanation.assumed()));
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Admit _ -> "admit";
            case Verdict.Unchecked _ -> "admit-unchecked";
            case Verdict.Refuse _ -> "refuse";
            case Verdict.TryAgain _ -> "try-again";
            case Verdict.Fail _ -> "fail";
        };
    }

    private static Json of(PatchOperation operation) {
        return Json.Members.none()
                .with("op", "add")
                .with("path", operation.pointer())
                .with("value", value(operation.value()));
    }

    /** {@return what a change puts in} */
    static Json value(Value value) {
        return switch (value) {
            case Value.Text(var text) -> new Json.Text(text);
            case Value.Whole(var number) -> new Json.Whole(number);
            case Value.Members(var members) ->
                new Json.Members(members.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(member -> new Json.Member(member.getKey(), value(member.getValue())))
                        .toList());
        };
    }
}
