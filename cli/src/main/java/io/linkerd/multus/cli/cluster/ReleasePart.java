// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A workload of a release: a Deployment or DaemonSet of the chart.
 *
 * @param release as Helm names it; empty where no label says so
 * @param version of the chart's app; empty where no label says so
 */
public record ReleasePart(String kind, String namespace, String name, String release, String version) {
    private static final String VERSION_LABEL = "app.kubernetes.io/version";

    /** {@return all that this user may see} {@code namespace} is the only one that is looked at; empty for all. */
    public static Sight<List<ReleasePart>> all(Cluster cluster, Optional<String> namespace) {
        var apps = cluster.client().apps();
        var where = namespace.map(name -> " in namespace " + name).orElse("");
        var deployments = cluster.list(
                "list deployments" + where,
                options -> labelled(apps.deployments(), namespace).list(options),
                object -> Stream.of(of("Deployment", object)));
        if (!(deployments instanceof Sight.Seen<List<ReleasePart>>(var first))) {
            return deployments;
        }
        return cluster.list(
                        "list daemonsets" + where,
                        options -> labelled(apps.daemonSets(), namespace).list(options),
                        object -> Stream.of(of("DaemonSet", object)))
                .map(second -> Stream.concat(first.stream(), second.stream()).toList());
    }

    private static <T, L, R extends Resource<T>> FilterWatchListDeletable<T, L, R> labelled(
            MixedOperation<T, L, R> kind, Optional<String> namespace) {
        return namespace.isPresent()
                ? kind.inNamespace(namespace.get()).withLabel(LinkerdMultus.PART_OF_LABEL, LinkerdMultus.NAME)
                : kind.inAnyNamespace().withLabel(LinkerdMultus.PART_OF_LABEL, LinkerdMultus.NAME);
    }

    private static ReleasePart of(String kind, HasMetadata object) {
        var metadata = object.getMetadata();
        var labels = Optional.ofNullable(metadata.getLabels()).orElse(Map.of());
        return new ReleasePart(
                kind,
                metadata.getNamespace(),
                metadata.getName(),
                labels.getOrDefault(LinkerdMultus.INSTANCE_LABEL, ""),
                labels.getOrDefault(VERSION_LABEL, ""));
    }
}
