// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.chain.Chain;
import io.linkerd.multus.cli.chain.PodCase;
import io.linkerd.multus.cli.cluster.Makers;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.Sight;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Finds what a person asks about, and of several pods the one that is worst. */
record Asked(Cases cases, Makers makers) {

    /** @throws UnusableInput where nothing is called so */
    PodCase worst(Target target) {
        return switch (target) {
            case Target.OfPod(NamedPod(var namespace, var name)) ->
                UnusableInput.unlessUnseen(cases.looks().pod(namespace, name))
                        .map(cases::of)
                        .orElseGet(() -> ofMakers(namespace, name));
            case Target.OfMaker(var kind, var namespace, var name) ->
                UnusableInput.unlessUnseen(makers.maker(kind, namespace, name))
                        .map(maker -> worst(cases.of(maker)))
                        .orElseThrow(() -> missing(
                                namespace,
                                name,
                                "there is no " + kind.kind() + " " + name + " in namespace " + namespace
                                        + "; --namespace says another"));
        };
    }

    /** check names refused pods by what makes them, which may be of several kinds by that name. */
    private PodCase ofMakers(String namespace, String name) {
        var sights = Arrays.stream(Makers.Kind.values())
                .map(kind -> makers.maker(kind, namespace, name))
                .toList();
        var found = sights.stream().flatMap(sight -> sight.seen().stream()).toList();
        if (found.isEmpty()) {
            var unseen = sights.stream()
                    .flatMap(sight -> sight.whyNot().stream())
                    .findFirst()
                    .map(why -> "; " + why)
                    .orElse("");
            throw missing(namespace, name, noPod(namespace, name) + unseen);
        }
        return worst(found.stream().flatMap(maker -> cases.of(maker).stream()).toList());
    }

    private UnusableInput missing(String namespace, String name, String otherwise) {
        return new UnusableInput(
                switch (cases.looks().namespace(namespace)) {
                    case Sight.Seen<NamespaceView> _ -> otherwise;
                    case Sight.Absent<NamespaceView> _ ->
                        "there is no namespace " + namespace + KindWords.hint(namespace, name);
                    case Sight.Denied<NamespaceView> _, Sight.Failed<NamespaceView> _ ->
                        otherwise + KindWords.hint(namespace, name);
                });
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
