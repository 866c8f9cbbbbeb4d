// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.values.linkerdconfig.FieldProblem;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfig;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigJudge;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges a LinkerdConfig by what it says.
 *
 * @param now when: certificates end
 */
public record LinkerdConfigRules(Instant now) {
    /** Whoever has more to mend than this mends them in two goes. */
    private static final int MOST = 5;

    /** {@return the rules at that time}, in milliseconds since 1970 */
    public static LinkerdConfigRules at(long epochMillis) {
        return new LinkerdConfigRules(Instant.ofEpochMilli(epochMillis));
    }

    /** {@return the verdict on one that is new} */
    public Verdict onNew(LinkerdConfig config) {
        return verdict(config, Set.of());
    }

    /**
     * {@return the verdict on one that changes} What was wrong before is no reason to refuse a change of something else: a certificate
     * may have ended since, and one that was made while nothing judged it can be put right bit by bit. It is warned about.
     */
    public Verdict onChange(LinkerdConfig before, LinkerdConfig after) {
        return verdict(after, Set.copyOf(problems(LinkerdConfigSpec.of(before))));
    }

    private Verdict verdict(LinkerdConfig config, Set<FieldProblem> known) {
        var spec = LinkerdConfigSpec.of(config);
        var problems = problems(spec);
        var added =
                problems.stream().filter(problem -> !known.contains(problem)).toList();
        if (!added.isEmpty()) {
            return new Verdict.Refuse(
                    LinkerdConfigCause.IMPOSSIBLE, words(added).collect(Collectors.joining("; ")) + more(added));
        }
        return new Verdict.Admit(
                List.of(),
                Stream.concat(words(problems), words(spec.homeless())).toList(),
                LinkerdConfigCause.CARRIED_OUT,
                "nothing that it asks for is impossible by itself");
    }

    private List<FieldProblem> problems(LinkerdConfigSpec spec) {
        return LinkerdConfigJudge.problems(spec, now);
    }

    private static Stream<String> words(List<FieldProblem> problems) {
        return problems.stream().limit(MOST).map(FieldProblem::toString);
    }

    private static String more(List<FieldProblem> problems) {
        return problems.size() > MOST ? "; and " + (problems.size() - MOST) + " more" : "";
    }
}
