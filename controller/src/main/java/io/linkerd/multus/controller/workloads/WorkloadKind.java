// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import java.util.Arrays;
import java.util.Optional;

/** Kinds of workload that a rollout restarts. */
enum WorkloadKind {
    DEPLOYMENT("Deployment", "deployments", true),
    STATEFUL_SET("StatefulSet", "statefulsets", true),
    DAEMON_SET("DaemonSet", "daemonsets", true),
    /** There are ten for each Deployment, and few are nobody's: these are read when they are needed. */
    REPLICA_SET("ReplicaSet", "replicasets", false);

    private static final String GROUP = "apps";
    private static final String VERSION = "v1";
    /** As the API has it. */
    static final String API_VERSION = GROUP + "/" + VERSION;

    private final String kind;
    private final String plural;
    private final boolean watched;

    WorkloadKind(String kind, String plural, boolean watched) {
        this.kind = kind;
        this.plural = plural;
        this.watched = watched;
    }

    /** {@return that of an object; empty where it is another} */
    static Optional<WorkloadKind> of(String apiVersion, String kind) {
        return Arrays.stream(values())
                .filter(one -> one.kind.equals(kind) && apiVersion.equals(API_VERSION))
                .findFirst();
    }

    static Optional<WorkloadKind> of(PodOwner owner) {
        return of(owner.apiVersion(), owner.kind());
    }

    String kind() {
        return kind;
    }

    String plural() {
        return plural;
    }

    boolean isWatched() {
        return watched;
    }

    String path() {
        return "/apis/" + API_VERSION + "/" + plural;
    }

    ApiResource<GenericKubernetesResource> resource() {
        return ApiResource.generic(GROUP, VERSION, kind, plural, true);
    }
}
