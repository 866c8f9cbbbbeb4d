// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.chain.Answer;
import io.linkerd.multus.cli.chain.Chain;
import io.linkerd.multus.cli.chain.Link;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.output.Json;
import io.linkerd.multus.cli.output.Mark;
import io.linkerd.multus.cli.output.Terminal;
import io.linkerd.multus.cli.output.Wrapped;
import java.util.Locale;

/** Shows a chain. */
record ChainText(Terminal terminal) {
    private static final String INDENT = "    ";

    /** A line for each link; below one that is not right, what was seen and what to do. */
    void tree(PodView pod, Chain chain) {
        var out = terminal.out();
        out.println(Wrapped.line(pod.place().isPresent() ? "pod " + pod.key() : "the next pod of " + pod.key()));
        chain.links().forEach(this::line);
        out.println();
        out.println(chain.cause()
                .map(link -> "The cause: " + Wrapped.line(link.answer().words()))
                .or(() -> chain.waiting()
                        .map(link ->
                                "Not done yet: " + Wrapped.line(link.answer().seen())))
                .orElse("Nothing is wrong that can be seen."));
    }

    private void line(Link link) {
        var answer = link.answer();
        var seen = Wrapped.line(answer.seen());
        var out = terminal.out();
        boolean brief = answer.state() == Answer.State.RIGHT || seen.isEmpty();
        out.println(mark(answer.state()).on(terminal.look()) + " "
                + link.stage().question() + (brief && !seen.isEmpty() ? ": " + seen : ""));
        if (!brief) {
            out.println(INDENT + seen);
        }
        if (!answer.remedy().isEmpty()) {
            out.println(INDENT + "What to do: " + Wrapped.line(answer.remedy()));
        }
    }

    private static Mark mark(Answer.State state) {
        return switch (state) {
            case RIGHT -> Mark.RIGHT;
            case WARNING -> Mark.WARNING;
            case WRONG -> Mark.WRONG;
            case WAITING, UNKNOWN -> Mark.UNKNOWN;
            case NOT_REACHED -> Mark.NOT_REACHED;
        };
    }

    /** One object; its fields are documented in docs/cli.md, and stay. */
    void json(PodView pod, Chain chain) {
        var cause = chain.cause().<Json>map(link -> new Json.Text(word(link.stage())));
        terminal.out()
                .println(Json.Members.none()
                        .with("namespace", pod.namespace())
                        .with("name", pod.name())
                        .with("made", new Json.Flag(pod.place().isPresent()))
                        .with("cause", cause.orElseGet(Json.Nothing::new))
                        .with(
                                "links",
                                new Json.Items(chain.links().stream()
                                        .map(ChainText::json)
                                        .toList()))
                        .pretty());
    }

    private static Json json(Link link) {
        return Json.Members.none()
                .with("stage", word(link.stage()))
                .with("question", link.stage().question())
                .with("state", word(link.answer().state()))
                .with("seen", link.answer().seen())
                .with("remedy", link.answer().remedy())
                .with("hint", link.stage().hint());
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
