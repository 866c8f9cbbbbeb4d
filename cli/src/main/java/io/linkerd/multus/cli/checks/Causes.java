// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.chain.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What is wrong with several pods, or with what makes them: each cause once, with those that it is the cause of. */
final class Causes {
    private static final int TOLD = 5;

    /** By what to do: messages name their own pod, so that no two are alike. */
    private final Map<String, Told> told = new LinkedHashMap<>();

    /** A cause in the words of the first of them. */
    private record Told(String words, List<String> concerned) {}

    void add(String concerned, Answer answer) {
        told.computeIfAbsent(answer.remedy(), _ -> new Told(answer.seen(), new ArrayList<>()))
                .concerned()
                .add(concerned);
    }

    /** {@return the first causes, and whom the others concern} */
    String words() {
        var first = told.entrySet().stream()
                .limit(TOLD)
                .map(cause -> Answers.few(cause.getValue().concerned()) + ": "
                        + cause.getValue().words() + "\n" + cause.getKey())
                .collect(Collectors.joining("\n"));
        var others = told.values().stream()
                .skip(TOLD)
                .flatMap(cause -> cause.concerned().stream())
                .toList();
        return others.isEmpty() ? first : first + "\nof other causes: " + Answers.few(others);
    }
}
