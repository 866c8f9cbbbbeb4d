// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.PatchOperation;
import io.linkerd.multus.contracts.admission.PatchOperation.Value;
import io.linkerd.multus.contracts.admission.Verdict;
import java.util.List;
import java.util.TreeMap;

/**
 * Explanations as JSON: {@code {"pods": [{"pod", "namespace", "object", "place", "verdict", "cause", "reason", "warnings", "patch",
 * "assumed"}]}}. Stable: scripts go by it. The patch is that of the webhook's answer (RFC 6902).
 */
public final class ExplanationJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ExplanationJson() {}

    /** {@return all of them} */
    public static String of(List<Explanation> explanations) {
        var all = NODES.objectNode();
        var pods = all.putArray("pods");
        explanations.forEach(explanation -> pods.add(tree(explanation)));
        return all.toPrettyString();
    }

    /** {@return one of them} */
    public static ObjectNode tree(Explanation explanation) {
        var verdict = explanation.verdict();
        var tree = NODES.objectNode()
                .put("pod", explanation.source().podName())
                .put("namespace", explanation.namespace())
                .put("object", explanation.source().object())
                .put("place", explanation.source().place())
                .put("verdict", word(verdict))
                .put("cause", verdict.cause().label())
                .put("reason", verdict.reason());
        tree.set("warnings", texts(explanation.warnings()));
        tree.set("patch", patch(explanation.patch()));
        tree.set("assumed", texts(explanation.assumed()));
        return tree;
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

    private static ArrayNode texts(List<String> texts) {
        var list = NODES.arrayNode();
        texts.forEach(list::add);
        return list;
    }

    private static ArrayNode patch(List<PatchOperation> operations) {
        var patch = NODES.arrayNode();
        for (var operation : operations) {
            patch.addObject().put("op", "add").put("path", operation.pointer()).set("value", value(operation.value()));
        }
        return patch;
    }

    /** {@return what a change puts in} */
    static JsonNode value(Value value) {
        return switch (value) {
            case Value.Text(var text) -> NODES.textNode(text);
            case Value.Whole(var number) -> NODES.numberNode(number);
            case Value.Members(var members) -> {
                var object = NODES.objectNode();
                new TreeMap<>(members).forEach((key, member) -> object.set(key, value(member)));
                yield object;
            }
        };
    }
}
