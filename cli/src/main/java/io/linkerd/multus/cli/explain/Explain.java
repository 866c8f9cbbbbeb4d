// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.admission.ReviewLimits;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.admission.pods.Pod;
import io.linkerd.multus.contracts.admission.pods.PodReader;
import io.linkerd.multus.contracts.admission.pods.PodReview;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.admission.pods.Step;
import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.uids.SccRules;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides on pods as the webhook does, after what comes to a pod on its way there.
 *
 * @param surroundings what is around the pods
 * @param rules of the webhook
 * @param constraints that admit pods which none have admitted yet; empty where that is not to be looked at
 * @param assumed what was assumed for all of them
 */
public record Explain(Surroundings surroundings, PodRules rules, Optional<String> constraints, List<String> assumed) {
    /** Copies. */
    public Explain {
        assumed = List.copyOf(assumed);
    }

    /**
     * {@return the webhook's decision on a pod that is made in that namespace}
     *
     * @throws UnusableFile if the pod is none
     */
    public Explanation of(PodSource source, String namespace) throws UnusableFile {
        var noted = new LinkedHashSet<>(assumed);
        var pod = source.pod().deepCopy();
        if (surroundings.namespace(namespace, noted::add) instanceof Lookup.Found<NamespaceSays>(var says)) {
            admitByConstraints(pod, says, noted);
            Injection.apply(pod, namespace, says, noted::add);
        }
        var step = PodReview.begin(read(pod, source.place()), namespace, rules)
                .advance(new SurroundingFacts(surroundings, noted::add));
        return new Explanation(source, namespace, verdict(step), List.copyOf(noted));
    }

    private void admitByConstraints(ObjectNode pod, NamespaceSays says, Set<String> noted) {
        if (SccAdmission.isOver(pod)) {
            return;
        }
        var uidRange = says.marks().uidRange();
        if (constraints.isPresent()) {
            var name = constraints.get();
            if (surroundings.constraints(name, noted::add) instanceof Lookup.Found<SccRules>(var admitting)) {
                SccAdmission.apply(pod, name, admitting, uidRange, noted::add);
            }
        } else if (uidRange.isPresent()) {
            noted.add("no SecurityContextConstraints have admitted the pod yet, so the range of its namespace counts;"
                    + " say --scc NAME to see what comes of others");
        }
    }

    private static Pod read(ObjectNode pod, String place) throws UnusableFile {
        try {
            return JsonDocument.readUtf8(
                    pod.toString().getBytes(StandardCharsets.UTF_8), ReviewLimits.WHOLE, PodReader::read);
        } catch (MalformedJson e) {
            throw new UnusableFile(place + ": the pod cannot be read: " + e.reason());
        }
    }

    private static Verdict verdict(Step step) {
        return switch (step) {
            case Step.Done(var verdict) -> verdict;
            case Step.Ask<?> _ -> throw new IllegalStateException("surroundings answer, or cannot be read");
        };
    }
}
