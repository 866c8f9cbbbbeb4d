// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.ExcludedNamespaces;
import io.linkerd.multus.controller.pods.MeshPods;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.repair.plan.RepairPlan;
import io.linkerd.multus.controller.settings.AttachmentSettings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Those of the meshed pods that nothing redirects, kept by each change: nobody goes through all pods for a change of one. Pods that have ended by
 * it are among them, since a person has to know of them, too.
 */
final class BrokenPods {
    private final MeshPods pods;
    private final AttachmentSettings attachments;
    private final ExcludedNamespaces excluded;
    private final Set<String> keys = ConcurrentHashMap.newKeySet();

    BrokenPods(MeshPods pods, AttachmentSettings attachments, ExcludedNamespaces excluded) {
        this.pods = pods;
        this.attachments = attachments;
        this.excluded = excluded;
    }

    /** {@return whether that pod, which came, changed or went, is or was one of them} */
    boolean noteChange(String key) {
        if (pods.get(key).filter(this::isUnmeshed).isPresent()) {
            keys.add(key);
            return true;
        }
        return keys.remove(key);
    }

    /** Passes over the pod until it is told of again: it is not as it was seen any more, and what it became is on its way. */
    void disbelieve(MeshPod pod) {
        keys.remove(pod.key());
        if (!pods.get(pod.key()).equals(Optional.of(pod))) {
            noteChange(pod.key());
        }
    }

    /** Goes through all pods, in case that a change was lost. */
    void lookAtAll() {
        pods.all().map(MeshPod::key).forEach(this::noteChange);
    }

    /** {@return them, as they were seen last} */
    List<MeshPod> current() {
        return keys.stream().flatMap(key -> pods.get(key).stream()).toList();
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    /** {@return how many of them are still to run} */
    long count() {
        return current().stream()
                .filter(pod -> RepairPlan.isBroken(pod, scope()))
                .count();
    }

    /** {@return where the attachments are to which pods refer} */
    AttachmentScope scope() {
        return attachments.scope();
    }

    private boolean isUnmeshed(MeshPod pod) {
        return RepairPlan.isUnmeshed(pod, scope()) && !excluded.has(pod.namespace());
    }
}
