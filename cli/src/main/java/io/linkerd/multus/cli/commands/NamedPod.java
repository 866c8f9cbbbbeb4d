// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.explain.ClusterSurroundings;
import io.linkerd.multus.cli.explain.PodSource;
import io.linkerd.multus.contracts.names.ObjectNames;
import java.util.Optional;

/** A pod of the cluster, as a person names it. */
record NamedPod(String namespace, String name) {
    /**
     * {@return the pod that is meant}
     *
     * @param said {@code NAMESPACE/POD}, {@code POD}, or {@code pod/POD}
     * @param current namespace of one that is said without
     * @param asked the namespace that was said beside it
     * @throws UnusableInput where no pod can be called so, or two namespaces are said
     */
    static NamedPod of(String said, String current, Optional<String> asked) {
        int slash = said.indexOf('/');
        if (slash >= 0 && KindWords.isPod(said.substring(0, slash))) {
            return of(said.substring(slash + 1), current, asked);
        }
        var namespace = slash < 0 ? asked.orElse(current) : said.substring(0, slash);
        var name = said.substring(slash + 1);
        Words.checked(namespace, ObjectNames.isLabel(namespace), "namespace");
        Words.checked(name, ObjectNames.isSubdomain(name), "pod");
        if (slash >= 0 && asked.filter(other -> !other.equals(namespace)).isPresent()) {
            KindWords.templateOf(namespace, name, asked.get()).ifPresent(call -> {
                throw new UnusableInput("a pod is asked for, or a template: " + call);
            });
            throw new UnusableInput("\"" + namespace + "\" in " + said + " is none of the kinds ("
                    + KindWords.known() + "), and not the namespace " + asked.get() + ", which --namespace says"
                    + KindWords.nearest(namespace, name, asked.get()));
        }
        return new NamedPod(namespace, name);
    }

    /** {@return it, as the cluster has it} */
    PodSource in(ClusterSurroundings cluster) {
        return UnusableInput.unlessUnseen(cluster.pod(namespace, name))
                .orElseThrow(() ->
                        new UnusableInput((cluster.lacks(namespace) ? "there is no namespace " + namespace : noPod())
                                + KindWords.hint(namespace, name)));
    }

    private String noPod() {
        return "namespace " + namespace + " has no pod " + name + "; kubectl get pods -n " + namespace
                + " lists those that it has; of one that was not made, its template is explained: "
                + KindWords.template("deployment", "NAME", namespace);
    }
}
