// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.names;

/** The labels and annotations by which workloads take part in rollouts, and by which rollouts mark what they restarted. */
public final class RolloutNames {

    /** Label of a workload, a pod template or a namespace: whether its pods are restarted when they are outdated. */
    public static final String RECONCILE = "config.linkerd.io/reconcile";

    /** The only value of {@link #RECONCILE} that opts in. The one that keeps rollouts away is {@link Linkerd#DISABLED}. */
    public static final String AUTO = "auto";

    /** Label of a namespace that keeps Linkerd's webhooks away, and rollouts with them, where its value is {@link Linkerd#DISABLED}. */
    public static final String ADMISSION_WEBHOOKS = "config.linkerd.io/admission-webhooks";

    /** Annotation of a pod template that {@code kubectl rollout restart} writes; its value is the moment in RFC 3339. */
    public static final String RESTARTED_AT = "kubectl.kubernetes.io/restartedAt";

    /** Annotation of a pod template, and so of its pods: the change for which a rollout restarted them. */
    public static final String ROLLED_OUT_FOR = "multus.linkerd.io/rolled-out-for";

    private RolloutNames() {}
}
