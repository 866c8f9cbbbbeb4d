// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How many pods of a DaemonSet may be unavailable while it replaces them, as its update strategy says. */
final class MaxUnavailable {
    /** Where it does not say it (Kubernetes, {@code RollingUpdateDaemonSet.maxUnavailable}). */
    static final int USUAL = 1;

    /** On a DaemonSet: how many more may be unavailable than the spec says, since so many nodes are away. */
    static final String ROOM_ANNOTATION = "multus.linkerd.io/room-for-nodes-away";

    /**
     * On a DaemonSet: how much of that was made with its template for nodes that were Ready. Their pods are replaced, too, and nothing tells
     * such a node from one that comes back until the scheduler or the kubelet has refused the new pod.
     */
    static final String READY_ANNOTATION = "multus.linkerd.io/room-for-ready-nodes";

    private static final String NAME = "maxUnavailable";

    private MaxUnavailable() {}

    /** {@return of so many pods, rounded up as the DaemonSet controller does} */
    static int of(GenericKubernetesResource daemonSet, int desired) {
        return switch (said(daemonSet)) {
            case Number number -> number.intValue();
            case String percent
            when percent.matches("[0-9]{1,3}%") ->
                Math.ceilDiv(Integer.parseInt(percent.substring(0, percent.length() - 1)) * desired, 100);
            case null, default -> USUAL;
        };
    }

    private static @Nullable Object said(GenericKubernetesResource daemonSet) {
        return daemonSet.get("spec", "updateStrategy", "rollingUpdate", NAME);
    }

    /**
     * Lets as many more be unavailable as nodes are away. The DaemonSet controller counts each of their pods as unavailable, whether it is
     * of the template before or of the new one: where such pods use up what is allowed, it replaces no pod of the nodes that work
     * (kubernetes/kubernetes#85878).
     *
     * <p>The room is made with the write of a new template, and kept until that is rolled out and the nodes are back. What is away since then,
     * other than by a node that is not Ready, may be away by the template: room for it would let a template that fits no node through all of
     * them. A node that goes away between rollouts has nothing written.
     *
     * @param asked is changed
     * @param seen as it was last seen, with the room that was made before
     * @param isChanged whether what is asked for is about to be written, with another template
     */
    static void makeRoom(
            GenericKubernetesResource asked,
            GenericKubernetesResource seen,
            AwayNodes away,
            Predicate<GenericKubernetesResource> isChanged) {
        var rollout = Rollout.of(seen);
        var desired = rollout.desired();
        if (desired == 0) { // none is replaced, or its controller has not said yet for how many nodes it is
            return;
        }
        var spec = of(asked, desired);
        var ofReady = number(seen, READY_ANNOTATION);
        if (!rollout.observed() || rollout.updated() + away.stuckOf(desired) < desired) {
            var most = Math.max(ofReady, away.count());
            raise(asked, spec, Math.min(ofReady + away.notReady(), most), ofReady);
            return;
        }
        var room = Math.min(number(seen, ROOM_ANNOTATION), away.count());
        raise(asked, spec, room, Math.min(ofReady, room));
        if (isChanged.test(asked)) {
            raise(asked, spec, away.count(), away.count() - away.notReady());
        }
    }

    @SuppressWarnings("unchecked")
    private static void raise(GenericKubernetesResource daemonSet, int spec, int room, int ofReady) {
        if (room > 0
                && daemonSet.<Object>get("spec", "updateStrategy", "rollingUpdate")
                        instanceof Map<?, ?> rollingUpdate) {
            ((Map<String, Object>) rollingUpdate).put(NAME, Math.clamp((long) spec + room, 0, Integer.MAX_VALUE));
            note(daemonSet, ROOM_ANNOTATION, room);
            note(daemonSet, READY_ANNOTATION, ofReady);
        }
    }

    /** {@return how many pods may be unavailable beside those of the nodes that are away, for which room was made} */
    static int besidesAway(GenericKubernetesResource daemonSet, int desired) {
        return Math.max(0, of(daemonSet, desired) - number(daemonSet, ROOM_ANNOTATION));
    }

    private static int number(GenericKubernetesResource daemonSet, String annotation) {
        return Optional.ofNullable(annotations(daemonSet).get(annotation))
                .filter(number -> number.matches("[0-9]{1,5}"))
                .map(Integer::parseInt)
                .orElse(0);
    }

    private static void note(GenericKubernetesResource daemonSet, String annotation, int number) {
        var annotations = annotations(daemonSet);
        annotations.put(annotation, Integer.toString(number));
        daemonSet.getMetadata().setAnnotations(annotations);
    }

    private static Map<String, String> annotations(GenericKubernetesResource daemonSet) {
        return new HashMap<>(
                Objects.requireNonNullElse(daemonSet.getMetadata().getAnnotations(), Map.<String, String>of()));
    }
}
