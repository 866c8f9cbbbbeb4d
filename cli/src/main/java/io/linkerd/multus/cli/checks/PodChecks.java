// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.chain.Chain;
import io.linkerd.multus.cli.chain.Link;
import io.linkerd.multus.cli.chain.PodCase;
import io.linkerd.multus.cli.chain.Stage;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.PodView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What meshed pods have to be like: each link of their chains is a question. */
final class PodChecks {
    private static final String LET_IN = "no pod is refused";

    private static final Map<Stage, String> QUESTIONS = questions();

    private PodChecks() {}

    private static Map<Stage, String> questions() {
        var questions = new LinkedHashMap<Stage, String>();
        questions.put(Stage.ATTACHMENT_ASKED_FOR, "each meshed pod is asked to be attached");
        questions.put(Stage.ATTACHMENT_THERE, "each meshed pod has an attachment to refer to");
        questions.put(Stage.INJECTED, "no meshed pod makes its rules itself");
        questions.put(Stage.ATTACHED, "each meshed pod refers to the attachment");
        questions.put(Stage.USER_IDS, "each proxy has a user id of its own");
        questions.put(Stage.SCHEDULED, "each meshed pod has a node");
        questions.put(Stage.NODE_HAS_PLUGIN, "each meshed pod that waits has a node with the plugin");
        questions.put(Stage.SANDBOX_MADE, "the network of each meshed pod was made");
        questions.put(Stage.REDIRECTED, "the traffic of each meshed pod is redirected to its proxy");
        questions.put(Stage.PROXY_READY, "no proxy fails");
        return questions;
    }

    static Category of(Picture seen) {
        var checks = new ArrayList<Check>();
        checks.add(refused(seen));
        var around = Around.of(seen);
        checks.add(passedOver(seen, around));
        if (seen.pods().seen().isEmpty()) {
            checks.add(Answers.notSeen("meshed pods are well", "what-a-user-may-not-see", seen.pods()));
        } else {
            var broken = broken(around, seen.pods().seen().get());
            QUESTIONS.forEach((stage, question) -> checks.add(check(question, stage, broken)));
        }
        return new Category("linkerd-multus-pods", checks);
    }

    /** Their traffic passes by the mesh, and nothing fails. */
    private static Check passedOver(Picture seen, Around around) {
        var hint = Stage.INJECTED.hint();
        var question = "each pod that asks for a proxy has one";
        return Answers.of(question, hint, seen.passedOver(), List.of(), pods -> {
            var causes = broken(around, pods).stream()
                    .filter(one -> one.cause().stage() == Stage.INJECTED)
                    .toList();
            return causes.isEmpty() ? Check.right(question, hint) : Check.warning(question, words(causes), hint);
        });
    }

    private static String words(List<Broken> broken) {
        var causes = new Causes();
        broken.forEach(one -> causes.add(one.pod().key(), one.cause().answer()));
        return causes.words();
    }

    private record Broken(PodView pod, Link cause) {}

    private static List<Broken> broken(Around around, List<PodView> pods) {
        var broken = new ArrayList<Broken>();
        for (var pod : pods) {
            if (!pod.isOver()) {
                Chain.of(around.caseOf(pod)).cause().ifPresent(cause -> broken.add(new Broken(pod, cause)));
            }
        }
        return broken;
    }

    private static Check check(String question, Stage stage, List<Broken> broken) {
        var here = broken.stream().filter(one -> one.cause().stage() == stage).toList();
        return here.isEmpty() ? Check.right(question, stage.hint()) : Check.wrong(question, words(here), stage.hint());
    }

    /** Of what makes pods, the last Event counts. */
    private static Check refused(Picture seen) {
        var hint = Stage.LET_IN.hint();
        return Answers.of(LET_IN, hint, Refused.of(seen), List.of(), events -> {
            var byMaker = new LinkedHashMap<String, EventView>();
            events.stream()
                    .filter(event -> concerns(seen, event.namespace()))
                    .forEach(event -> byMaker.putIfAbsent(event.namespace() + "/" + event.name(), event));
            return byMaker.isEmpty() ? Check.right(LET_IN, hint) : Check.wrong(LET_IN, words(byMaker), hint);
        });
    }

    /** Namespaces that have nothing to do with the mesh have refusals of their own. */
    private static boolean concerns(Picture seen, String namespace) {
        return namespace.equals(seen.linkerd().namespace())
                || seen.known().namespace().equals(Optional.of(namespace))
                || seen.namespaces().seen().isEmpty()
                || seen.namespaces().seen().stream()
                        .flatMap(List::stream)
                        .filter(one -> one.name().equals(namespace))
                        .anyMatch(one ->
                                one.inject().isPresent() || one.marks().optIn().optedIn());
    }

    private static String words(Map<String, EventView> byMaker) {
        var causes = new Causes();
        byMaker.forEach((maker, event) -> causes.add(maker, PodCase.refusal(event.message())));
        return causes.words();
    }
}
