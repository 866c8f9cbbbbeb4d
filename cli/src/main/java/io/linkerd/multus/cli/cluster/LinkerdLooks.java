// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.linkerd.multus.cli.facts.LinkerdView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WorkloadView;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import io.linkerd.multus.values.ValuesText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at Linkerd's control plane. */
public record LinkerdLooks(Cluster cluster) {
    private static final String CONFIG = "linkerd-config";
    private static final String VALUES = "values";
    private static final ValuesPath CNI_ENABLED = ValuesPath.of("cniEnabled");
    private static final Map<String, String> CNI_CHART = Map.of("linkerd.io/cni-resource", "true");

    /** {@return the one of that namespace} */
    public LinkerdView at(String namespace) {
        Sight<List<WorkloadView>> parts = cluster.list(
                "list deployments in namespace " + namespace,
                options -> cluster.client()
                        .apps()
                        .deployments()
                        .inNamespace(namespace)
                        .list(options),
                deployment -> Stream.of(ObjectReading.workload(deployment)));
        return new LinkerdView(namespace, cniEnabled(namespace), parts, ownInstallers());
    }

    private Sight<Boolean> cniEnabled(String namespace) {
        return cluster.ask(
                "get configmap " + CONFIG + " in namespace " + namespace,
                () -> Kinds.one(cluster.client().configMaps(), namespace, CONFIG)
                        .map(LinkerdLooks::cniEnabled));
    }

    private static boolean cniEnabled(ConfigMap config) {
        var text = Optional.ofNullable(config.getData())
                .map(data -> data.get(VALUES))
                .orElse("");
        return ValuesText.read(text) instanceof Result.Ok<ValuesText>(var values)
                && values.at(CNI_ENABLED).equals(Optional.of(new ValueTree.Flag(true)));
    }

    /** Where our release stands in for that chart, its DaemonSet has both labels. */
    private Sight<List<WorkloadView>> ownInstallers() {
        return cluster.list(
                "list daemonsets",
                options ->
                        cluster.client().apps().daemonSets().inAnyNamespace().list(Looks.selected(options, CNI_CHART)),
                daemonSet -> Stream.of(daemonSet)
                        .filter(one -> !LinkerdMultus.NAME.equals(
                                ObjectReading.labels(one).get(LinkerdMultus.PART_OF_LABEL)))
                        .map(ObjectReading::workload));
    }
}
