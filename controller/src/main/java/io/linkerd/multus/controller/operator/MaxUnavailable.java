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

    /**
     * On a DaemonSet: for how many nodes room was made with its template that were Ready and away, a number. Their pods are replaced, too,
     * and nothing tells such a node from one that comes back until the scheduler or the kubelet has refused the new pod.
     */
    static final String ROOM_ANNOTATION = "multus.linkerd.io/room-for-nodes-away";

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
        var made = made(seen);
        if (!rollout.observed() || rollout.updated() + away.stuckOf(desired) < desired) {
            raise(asked, desired, Math.min(made + away.notReady(), Math.max(made, away.count())));
            note(asked, made);
            return;
        }
        var room = Math.clamp(of(seen, desired) - of(asked, desired), 0, away.count());
        raise(asked, desired, room);
        note(asked, Math.min(made, room));
        if (isChanged.test(asked)) {
            raise(asked, desired, away.count() - room);
            note(asked, away.count() - away.notReady());
        }
    }

    @SuppressWarnings("unchecked")
    private static void raise(GenericKubernetesResource daemonSet, int desired, int more) {
        if (more > 0
                && daemonSet.<Object>get("spec", "updateStrategy", "rollingUpdate")
                        instanceof Map<?, ?> rollingUpdate) {
            var raised = Math.clamp((long) of(daemonSet, desired) + more, 0, Integer.MAX_VALUE);
            ((Map<String, Object>) rollingUpdate).put(NAME, raised);
        }
    }

    private static int made(GenericKubernetesResource daemonSet) {
        return Optional.ofNullable(annotations(daemonSet).get(ROOM_ANNOTATION))
                .filter(number -> number.matches("[0-9]{1,5}"))
                .map(Integer::parseInt)
                .orElse(0);
    }

    private static void note(GenericKubernetesResource daemonSet, int made) {
        var annotations = annotations(daemonSet);
        var before = made > 0
                ? annotations.put(ROOM_ANNOTATION, Integer.toString(made))
                : annotations.remove(ROOM_ANNOTATION);
        if (made > 0 || before != null) {
            daemonSet.getMetadata().setAnnotations(annotations);
        }
    }

    private static Map<String, String> annotations(GenericKubernetesResource daemonSet) {
        return new HashMap<>(
                Objects.requireNonNullElse(daemonSet.getMetadata().getAnnotations(), Map.<String, String>of()));
    }
}
