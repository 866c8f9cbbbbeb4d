// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.admission.Verdict;
import java.util.Optional;
import java.util.function.Function;

/** How far the decision on a pod has come. */
public sealed interface Step {
    /** It is made. */
    record Done(Verdict decision) implements Step {}

    /**
     * Something of the cluster has to be known first.
     *
     * @param question what, put to whatever answers
     * @param then goes on with what was found; pure
     */
    record Ask<T>(Function<ClusterFacts, Lookup<T>> question, Function<Lookup<T>, Step> then) implements Step {
        private Optional<Step> answeredBy(ClusterFacts facts) {
            var found = question.apply(facts);
            return found instanceof Lookup.Unknown<T>(var _, var retryMayHelp) && retryMayHelp
                    ? Optional.empty()
                    : Optional.of(then.apply(found));
        }
    }

    /** {@return the last step that can be reached with what these facts tell} Nothing that was decided before is decided again. */
    default Step advance(ClusterFacts facts) {
        Step step = this;
        while (step instanceof Ask<?> ask) {
            var next = ask.answeredBy(facts);
            if (next.isEmpty()) {
                return step;
            }
            step = next.get();
        }
        return step;
    }
}
