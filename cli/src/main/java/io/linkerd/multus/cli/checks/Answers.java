// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.Sight;
import java.util.List;
import java.util.function.Function;

/** Answers in words that several categories have. */
final class Answers {
    private static final int NAMED = 5;

    private Answers() {}

    /** {@return what is judged of what is seen; a warning where this user may not see it, an error where the API server fails} What is known not to be there is judged as {@code none}. */
    static <T> Check of(String description, String hint, Sight<T> seen, T none, Function<T, Check> judge) {
        return switch (seen) {
            case Sight.Seen<T>(var value) -> judge.apply(value);
            case Sight.Absent<T> _ -> judge.apply(none);
            case Sight.Denied<T> _, Sight.Failed<T> _ -> notSeen(description, hint, seen);
        };
    }

    static Check notSeen(String description, String hint, Sight<?> seen) {
        var words = "not looked at: " + seen.whyNot().orElse("it is not there");
        return seen instanceof Sight.Failed
                ? Check.wrong(description, words, hint)
                : Check.warning(description, words, hint);
    }

    /** {@return right where there is none, otherwise wrong, with the first few} {@code words} is what is wrong, and {@code remedy} what to do. */
    static Check noneOf(String description, String hint, List<String> found, String words, String remedy) {
        return found.isEmpty()
                ? Check.right(description, hint)
                : Check.wrong(description, words + ": " + few(found) + "\n" + remedy, hint);
    }

    /** {@return the first few of them, and how many more there are} */
    static String few(List<String> all) {
        var named = String.join(", ", all.subList(0, Math.min(NAMED, all.size())));
        return all.size() > NAMED ? named + " and " + (all.size() - NAMED) + " more" : named;
    }
}
