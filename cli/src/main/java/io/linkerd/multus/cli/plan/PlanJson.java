// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.output.Json;
import io.linkerd.multus.cli.output.Json.Items;
import io.linkerd.multus.cli.output.Json.Members;
import io.linkerd.multus.contracts.plans.Notice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A plan for programs. */
public final class PlanJson {
    private PlanJson() {}

    /** {@return it} {@code lacking} are nodes without plugin. */
    public static Json of(Plan plan, List<NodeView> lacking) {
        return Members.none()
                .with(
                        "writes",
                        new Items(plan.writes().stream().map(PlanJson::write).toList()))
                .with(
                        "notices",
                        new Items(plan.notices().stream().map(PlanJson::notice).toList()))
                .with("nodes", new Items(lacking.stream().map(PlanJson::node).toList()))
                .with("notes", texts(plan.notes()))
                .with("unseen", texts(plan.unseen()));
    }

    private static Members write(PlannedWrite write) {
        return Members.none()
                .with("verb", write.verb().word())
                .with("apiVersion", write.apiVersion())
                .with("kind", write.kind())
                .with("namespace", write.namespace())
                .with("name", write.name())
                .with("why", write.why())
                .with("before", tree(write.before()))
                .with("after", tree(write.after()));
    }

    private static Members notice(Notice notice) {
        return Members.none()
                .with("namespace", notice.subject().namespace())
                .with("kind", notice.subject().kind())
                .with("name", notice.subject().name())
                .with("type", notice.weight().eventType())
                .with("reason", notice.reason())
                .with("message", notice.message());
    }

    private static Members node(NodeView node) {
        return Members.none().with("name", node.name()).with("lacks", NodeWords.of(node));
    }

    private static Items texts(List<String> texts) {
        return new Items(texts.stream().map(Json.Text::new).toList());
    }

    private static Json tree(Optional<Map<String, Object>> tree) {
        return tree.<Json>map(PlanJson::value).orElseGet(Json.Nothing::new);
    }

    private static Json value(Object value) {
        return switch (value) {
            case Map<?, ?> map -> members(map);
            case List<?> list -> new Items(list.stream().map(PlanJson::value).toList());
            case Boolean flag -> new Json.Flag(flag);
            default -> new Json.Text(value.toString());
        };
    }

    private static Members members(Map<?, ?> map) {
        var sorted = new TreeMap<String, Object>();
        map.forEach((key, value) -> sorted.put(String.valueOf(key), value));
        return new Members(sorted.entrySet().stream()
                .map(member -> new Json.Member(member.getKey(), value(member.getValue())))
                .toList());
    }
}
