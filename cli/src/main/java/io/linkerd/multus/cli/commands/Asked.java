// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.chain.Chain;
import io.linkerd.multus.cli.chain.PodCase;
import io.linkerd.multus.cli.cluster.Makers;
import io.linkerd.multus.cli.facts.MakerView;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.Sight;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds what a person asks about, and of several pods the one that is worst. */
record Asked(Cases cases, Makers makers) {

    /** @throws UnusableInput where nothing is called so */
    PodCase worst(Target target) {
        return switch (target) {
            case Target.OfPod(NamedPod(var namespace, var name)) ->
                switch (cases.looks().pod(namespace, name)) {
                    case Sight.Seen<PodView>(var pod) -> cases.of(pod);
                    case Sight.Absent<PodView> _ ->
                        worst(cases.of(makerOf(namespace, name)
                                .orElseThrow(() -> missing(namespace, name, noPod(namespace, name)))));
                    case Sight.Denied<PodView> denied ->
                        throw new UnusableInput(denied.whyNot().orElse(""));
                    case Sight.Failed<PodView>(var words) -> throw new UnusableInput(words);
                };
            case Target.OfMaker(var kind, var namespace, var name) -> {
                var seen = makers.maker(kind, namespace, name);
                yield worst(cases.of(seen.seen()
                        .orElseThrow(() -> seen.whyNot()
                                .map(UnusableInput::new)
                                .orElseGet(() -> missing(
                                        namespace,
                                        name,
                                        "there is no " + kind.kind() + " " + name + " in namespace " + namespace
                                                + "; --namespace says another")))));
            }
        };
    }

    /** {@return what makes pods and has the name of a pod that is not there} check names refused pods by it. */
    private Optional<MakerView> makerOf(String namespace, String name) {
        return Arrays.stream(Makers.Kind.values())
                .flatMap(kind -> makers.maker(kind, namespace, name).seen().stream())
                .findFirst();
    }

    private UnusableInput missing(String namespace, String name, String otherwise) {
        return new UnusableInput(
                cases.looks().namespace(namespace) instanceof Sight.Absent
                        ? "there is no namespace " + namespace + KindWords.hint(namespace, name)
                        : otherwise);
    }

    private static String noPod(String namespace, String name) {
        return "there is no pod " + name + " in namespace " + namespace
                + "; of one that was refused, name what makes it, as in deployment/"
                + name.replaceAll("(-[b-df-hj-np-tv-z0-9]{1,10})?-[b-df-hj-np-tv-z0-9]{5}$", "") + " -n " + namespace
                + " (kinds: " + KindWords.known() + ")";
    }

    /** One that is wrong, else one that is not done yet, else any. */
    private static PodCase worst(List<PodCase> all) {
        return all.stream()
                .min(Comparator.comparing(one -> {
                    var chain = Chain.of(one);
                    return chain.cause().isPresent() ? 0 : chain.waiting().isPresent() ? 1 : 2;
                }))
                .orElseThrow();
    }
}
