// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.daemon.status.StatusAnnotation;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.List;
import java.util.Optional;

/** Tells Kubernetes which networks pods are attached to. */
public interface Attached {

    /** What came of the annotation. */
    sealed interface Publishing {
        /** The pod has it; or there was none to write. */
        record Published() implements Publishing {}

        /** The pod is no more, or another one has its name. */
        record PodGone() implements Publishing {}

        /** It could not be written, and why. */
        record NotPublished(String reason) implements Publishing {}
    }

    /** Writes the annotation before the deadline; Events are told when there is time, if at all. */
    Publishing publish(Pod pod, Optional<StatusAnnotation> status, List<PodEvent> events, Deadline deadline);

    /** Takes the annotation away from a pod whose networks were taken back, if that can be done. */
    void withdraw(Pod pod, Deadline deadline);
}
