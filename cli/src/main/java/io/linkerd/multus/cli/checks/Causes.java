// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.chain.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What is wrong with several pods, or with what makes them: what is said alike of several once, with those of which it is said. */
final class Causes {
    private static final int TOLD = 5;

    /** User ids, addresses, identifiers: they differ where the cause is one. */
    private static final Pattern PARTICULAR = Pattern.compile("[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+");

    private final Map<String, Told> told = new LinkedHashMap<>();

    /** The answer of the first of them. */
    private record Told(Answer answer, List<String> concerned) {}

    /** {@code concerned} is NAMESPACE/NAME. */
    void add(String concerned, Answer answer) {
        told.computeIfAbsent(alike(concerned, answer.seen()), _ -> new Told(answer, new ArrayList<>()))
                .concerned()
                .add(concerned);
    }

    private static String alike(String concerned, String seen) {
        int slash = concerned.indexOf('/');
        var general = seen.replace(concerned.substring(slash + 1), "NAME")
                .replace(concerned.substring(0, slash), "NAMESPACE");
        return PARTICULAR.matcher(general).replaceAll("N");
    }

    /** {@return the first causes, and for whom others are to be asked about} */
    String words() {
        var first = told.values().stream()
                .limit(TOLD)
                .map(cause -> Answers.few(cause.concerned()) + ": "
                        + cause.answer().seen() + "\n" + cause.answer().remedy())
                .collect(Collectors.joining("\n"));
        var others = told.values().stream()
                .skip(TOLD)
                .flatMap(cause -> cause.concerned().stream())
                .toList();
        return others.isEmpty()
                ? first
                : first + "\n" + Answers.few(others) + ": linkerd-multus why says what is wrong with each";
    }
}
