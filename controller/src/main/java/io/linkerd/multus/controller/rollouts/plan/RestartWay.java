// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.controller.pods.plan.PodOwner;
import java.util.List;

/** How a workload is restarted. */
public enum RestartWay {
    /** By an annotation of its pod template, as {@code kubectl rollout restart} does: its own strategy replaces the pods. */
    TEMPLATE("its own strategy replaces its pods"),
    /** By the same annotation, and by evicting the pods that lack it, one after the other: nothing else would replace them. */
    EVICTION("its pods are evicted one by one, since nothing else would replace them"),
    /** Its owner paused it; {@code kubectl rollout restart} refuses it, too. */
    PAUSED("is paused: it is restarted when it is resumed"),
    /** OpenShift's. */
    DEPLOYMENT_CONFIG("is a DeploymentConfig: restart it by `oc rollout latest`"),
    /** Argo's own. */
    ARGO_ROLLOUT("is an Argo Rollout: restart it by `kubectl argo rollouts restart`"),
    /** It ends by itself; restarting would run it twice. */
    JOB("is a Job, which ends by itself"),
    /** No controller would make another one. */
    BARE_POD("is a pod without an owner, and deleting it would lose it: delete it and create it again"),
    /** What wrote the pod template would write it again: an owner of another kind, or a program that a label names. */
    OTHER_OWNER(
            "is kept by an owner of another kind or by an operator, which would put its pod template back: restart it by what made it");

    private static final String APPS = "apps/";

    private final String phrase;

    RestartWay(String phrase) {
        this.phrase = phrase;
    }

    /** {@return what becomes of it, to follow its name} */
    public String phrase() {
        return phrase;
    }

    /** {@return whether we restart it at all} */
    public boolean ours() {
        return this == TEMPLATE || this == EVICTION;
    }

    /**
     * {@return how the pods of a chain of owners are restarted} A Deployment that a custom resource owns is not ours to change: its owner
     * writes its template.
     *
     * @param chain the controllers, the pod's own first, and the one that has none last
     * @param paused whether the last is a Deployment with {@code spec.paused}
     * @param onDelete whether the last has the update strategy {@code OnDelete}
     */
    public static RestartWay of(List<PodOwner> chain, boolean paused, boolean onDelete) {
        return chain.isEmpty() ? BARE_POD : of(chain.getLast(), paused, onDelete);
    }

    private static RestartWay of(PodOwner top, boolean paused, boolean onDelete) {
        return switch (top.kind()) {
            case "Deployment" -> of(top, APPS, paused ? PAUSED : TEMPLATE);
            case "StatefulSet", "DaemonSet" -> of(top, APPS, onDelete ? EVICTION : TEMPLATE);
            case "ReplicaSet" -> of(top, APPS, EVICTION);
            case "Job", "CronJob" -> of(top, "batch/", JOB);
            case "DeploymentConfig" -> of(top, "apps.openshift.io/", DEPLOYMENT_CONFIG);
            case "Rollout" -> of(top, "argoproj.io/", ARGO_ROLLOUT);
            default -> OTHER_OWNER;
        };
    }

    private static RestartWay of(PodOwner owner, String group, RestartWay way) {
        return owner.apiVersion().startsWith(group) ? way : OTHER_OWNER;
    }
}
