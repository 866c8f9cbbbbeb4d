// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.rollouts.plan.Caution.Habits;
import io.linkerd.multus.controller.rollouts.plan.RolloutCounts;
import io.linkerd.multus.service.kube.SharedValues;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Deployment, StatefulSet, DaemonSet or ReplicaSet as it was seen, without its pods.
 *
 * @param owner that keeps it, and may put its pod template back
 * @param labels those that say something to rollouts, and which component of the control plane it is
 * @param habits how it replaces its pods, as if no budget selected them
 * @param onDelete whether it leaves it to others to delete pods of an older template
 * @param counts without the moment of its last step
 * @param hasDeadline whether its status says when it makes no progress
 */
record SeenWorkload(
        Subject subject,
        String resourceVersion,
        Optional<PodOwner> owner,
        Map<String, String> labels,
        Template template,
        Habits habits,
        boolean onDelete,
        RolloutCounts counts,
        boolean hasDeadline) {
    /** Bytes of heap, of the records and what holds them. */
    private static final int OWN = 600;

    /** Of the tables of a map or list. */
    private static final int ENTRY = 40;

    /** Labels of Operator Lifecycle Manager and of Gardener's resource manager, which writes no owner reference. */
    static final List<String> MANAGED = List.of("olm.managed", "resources.gardener.cloud/managed-by");

    SeenWorkload {
        labels = Map.copyOf(labels);
    }

    /**
     * What matters of a pod template.
     *
     * @param asked annotations that override Linkerd's values, or keep a pod from the mesh or its network
     * @param mark of the last rollout
     * @param restarted by a rollout or by {@code kubectl rollout restart}
     * @param ports of each container, and of each init container that has some
     * @param image of the container that has the name of the component of the control plane; empty in the data plane
     * @param leftAlone whether the injector leaves its pods as they are: they have the node's network, a proxy already, or a label by which they are not sent to it
     */
    record Template(
            Map<String, String> labels,
            Map<String, String> asked,
            Optional<RolloutMark> mark,
            Optional<Instant> restarted,
            List<List<Port>> ports,
            Optional<String> image,
            boolean leftAlone) {
        Template {
            labels = Map.copyOf(labels);
            asked = Map.copyOf(asked);
            ports = List.copyOf(ports);
        }
    }

    /** A port that a container of the template declares, or one of its probes asks for. */
    record Port(String name, int number, String protocol) {}

    /** {@return what it takes to keep it} What it shares with none is its own. */
    SharedValues.Weight weight() {
        var own = new ArrayList<>(List.of(subject.namespace(), subject.name(), subject.uid(), resourceVersion));
        owner.ifPresent(one -> own.addAll(List.of(one.apiVersion(), one.kind(), one.name(), one.uid())));
        template.image().ifPresent(own::add);
        var shared = new ArrayList<String>();
        Stream.of(labels, template.labels(), template.asked())
                .forEach(map -> map.forEach((name, value) -> {
                    shared.add(name);
                    shared.add(value);
                }));
        var ports = template.ports().stream().flatMap(List::stream).toList();
        ports.forEach(port -> shared.addAll(List.of(port.name(), port.protocol())));
        return SharedValues.Weight.ofTexts(
                OWN
                        + SharedValues.sizeOf(own)
                        + ENTRY
                                * (shared.size()
                                        + ports.size()
                                        + template.ports().size()),
                shared);
    }

    /** {@return whether a label says that another program writes it, and would write its template again} */
    boolean isManaged() {
        return MANAGED.stream().anyMatch(labels::containsKey);
    }

    /** {@return it as the controller of others} */
    PodOwner asOwner() {
        return new PodOwner(subject.apiVersion(), subject.kind(), subject.name(), subject.uid());
    }
}
