// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.output.Shown;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.attachments.PodNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A plan as lines: a diff for each object, and what else there is to know as comments. */
public final class PlanText {
    private static final String NONE = "# nothing to write";

    /** What is told alike of several namespaces. */
    private record Words(Notice.Weight weight, String message) {}

    private PlanText() {}

    /** {@return its lines; nothing of the cluster in them can move the cursor} {@code lacking} are nodes without plugin. */
    public static Stream<String> of(Plan plan, List<NodeView> lacking) {
        var comments = new ArrayList<String>();
        plan.notes().forEach(note -> comments.add("note: " + note));
        plan.unseen().forEach(words -> comments.add("not looked at: " + words));
        notices(plan.notices()).forEach(words -> comments.add(words));
        lacking.forEach(node -> comments.add("node " + node.name() + " lacks the plugin: " + NodeWords.of(node)));
        return Stream.of(
                        plan.writes().stream().flatMap(PlanText::write),
                        comments.stream().map(words -> "# " + Shown.escaped(words)),
                        Stream.of(sum(plan)))
                .flatMap(lines -> lines);
    }

    private static Stream<String> write(PlannedWrite write) {
        var header = "# "
                + Shown.escaped(write.verb().word() + " " + write.kind() + " " + write.namespace() + "/" + write.name()
                        + ": " + write.why());
        var lines = diff(write, true);
        boolean differs = lines.stream().anyMatch(line -> !line.startsWith(" "));
        return Stream.concat(Stream.of(header), (differs ? lines : diff(write, false)).stream());
    }

    private static List<String> diff(PlannedWrite write, boolean spreads) {
        return LineDiff.of(
                        write.before().map(tree -> Yaml.lines(tree, spreads)).orElse(List.of()),
                        write.after().map(tree -> Yaml.lines(tree, spreads)).orElse(List.of()))
                .stream()
                .map(Shown::escaped)
                .toList();
    }

    /** The same words about many namespaces are one line. */
    private static Stream<String> notices(List<Notice> notices) {
        Map<Words, PodNames> byMessage = new LinkedHashMap<>();
        notices.forEach(notice -> byMessage.merge(
                new Words(notice.weight(), notice.message()),
                PodNames.NONE.with(notice.subject().namespace()),
                (before, _) -> before.with(notice.subject().namespace())));
        return byMessage.entrySet().stream()
                .map(entry -> (entry.getKey().weight() == Notice.Weight.WARNING ? "warning: " : "event: ")
                        + entry.getValue().inWords() + ": " + entry.getKey().message());
    }

    private static String sum(Plan plan) {
        if (plan.writes().isEmpty()) {
            return plan.unseen().isEmpty() ? NONE : NONE + " of what could be seen";
        }
        var counts = new ArrayList<String>();
        for (var verb : PlannedWrite.Verb.values()) {
            long count =
                    plan.writes().stream().filter(write -> write.verb() == verb).count();
            if (count > 0) {
                counts.add(count + " to " + verb.word());
            }
        }
        return "# " + String.join(", ", counts);
    }
}
