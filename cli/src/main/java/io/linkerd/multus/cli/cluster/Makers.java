// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.linkerd.multus.cli.facts.MakerView;
import io.linkerd.multus.cli.facts.Sight;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks at what makes pods. */
public record Makers(Cluster cluster) {
    /** The kinds, each with the names by which kubectl knows it. */
    public enum Kind {
        /** Its ReplicaSets make its pods. */
        DEPLOYMENT("Deployment", "deployment", "deployments", "deploy"),
        /** Makes its pods itself. */
        STATEFUL_SET("StatefulSet", "statefulset", "statefulsets", "sts"),
        /** The same, one for each node. */
        DAEMON_SET("DaemonSet", "daemonset", "daemonsets", "ds"),
        /** The same. */
        REPLICA_SET("ReplicaSet", "replicaset", "replicasets", "rs"),
        /** The same, until they have ended well. */
        JOB("Job", "job", "jobs", "job");

        private final String kind;
        private final String singular;
        private final String plural;
        private final String brief;

        Kind(String kind, String singular, String plural, String brief) {
            this.kind = kind;
            this.singular = singular;
            this.plural = plural;
            this.brief = brief;
        }

        /** {@return the kind that a person calls so} */
        public static Optional<Kind> of(String word) {
            var small = word.toLowerCase(Locale.ROOT);
            for (var each : values()) {
                if (small.equals(each.singular) || small.equals(each.plural) || small.equals(each.brief)) {
                    return Optional.of(each);
                }
            }
            return Optional.empty();
        }

        /** {@return the name by which a person calls one} */
        public String singular() {
            return singular;
        }

        /** {@return its name in the API} */
        public String kind() {
            return kind;
        }
    }

    private record Found(
            @Nullable PodTemplateSpec template,
            @Nullable LabelSelector selector,
            @Nullable Integer desired,
            @Nullable Integer made,
            ReplicaSets replicaSets,
            Optional<String> refusal) {
        Found(
                @Nullable PodTemplateSpec template,
                @Nullable LabelSelector selector,
                @Nullable Integer desired,
                @Nullable Integer made) {
            this(template, selector, desired, made, new ReplicaSets(Optional.empty(), false), Optional.empty());
        }
    }

    /** {@return that one} */
    public Sight<MakerView> maker(Kind kind, String namespace, String name) {
        return cluster.ask(
                "get " + kind.plural + " in namespace " + namespace,
                () -> find(kind, namespace, name)
                        .filter(found -> found.template() != null)
                        .map(found -> view(kind, namespace, name, found)));
    }

    private static MakerView view(Kind kind, String namespace, String name, Found found) {
        return new MakerView(
                kind.kind,
                namespace,
                name,
                PodReading.of(Objects.requireNonNull(found.template()), namespace, name),
                Selectors.text(found.selector()),
                kind == Kind.DEPLOYMENT
                        ? new MakerView.Tellers(
                                Kind.REPLICA_SET.kind, name, found.replicaSets().names())
                        : new MakerView.Tellers(kind.kind, name, Optional.of(Set.of(name))),
                Objects.requireNonNullElse(found.desired(), 1),
                Objects.requireNonNullElse(found.made(), 0),
                found.replicaSets().lacking(),
                found.refusal());
    }

    private Optional<Found> find(Kind kind, String namespace, String name) {
        var apps = cluster.client().apps();
        return switch (kind) {
            case DEPLOYMENT ->
                Kinds.one(apps.deployments(), namespace, name).map(deployment -> found(deployment, namespace));
            case STATEFUL_SET -> Kinds.one(apps.statefulSets(), namespace, name).map(Makers::found);
            case DAEMON_SET -> Kinds.one(apps.daemonSets(), namespace, name).map(Makers::found);
            case REPLICA_SET -> Kinds.one(apps.replicaSets(), namespace, name).map(Makers::found);
            case JOB ->
                Kinds.one(cluster.client().batch().v1().jobs(), namespace, name).map(Makers::found);
        };
    }

    private Found found(Deployment object, String namespace) {
        var spec = object.getSpec();
        var made = object.getStatus() == null ? null : object.getStatus().getReplicas();
        return new Found(
                spec.getTemplate(),
                spec.getSelector(),
                spec.getReplicas(),
                made,
                ReplicaSets.of(cluster, namespace, object),
                FailedRollouts.words(object.getStatus()));
    }

    private static Found found(StatefulSet object) {
        var spec = object.getSpec();
        var made = object.getStatus() == null ? null : object.getStatus().getReplicas();
        return new Found(spec.getTemplate(), spec.getSelector(), spec.getReplicas(), made);
    }

    private static Found found(ReplicaSet object) {
        var spec = object.getSpec();
        var made = object.getStatus() == null ? null : object.getStatus().getReplicas();
        return new Found(
                spec.getTemplate(),
                spec.getSelector(),
                spec.getReplicas(),
                made,
                new ReplicaSets(Optional.empty(), false),
                FailedRollouts.words(object.getStatus()));
    }

    private static Found found(DaemonSet object) {
        var spec = object.getSpec();
        var status = Optional.ofNullable(object.getStatus());
        return new Found(
                spec.getTemplate(),
                spec.getSelector(),
                status.map(DaemonSetStatus::getDesiredNumberScheduled).orElse(null),
                status.map(DaemonSetStatus::getCurrentNumberScheduled).orElse(null));
    }

    /** One that has had a pod, whatever became of that, was let in. */
    private static Found found(Job object) {
        var spec = object.getSpec();
        int made = Optional.ofNullable(object.getStatus())
                .map(status -> Stream.of(status.getActive(), status.getSucceeded(), status.getFailed())
                        .filter(Objects::nonNull)
                        .mapToInt(Integer::intValue)
                        .sum())
                .orElse(0);
        return new Found(spec.getTemplate(), spec.getSelector(), 1, made);
    }
}
