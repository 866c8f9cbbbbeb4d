// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.clocks.Deadline;

/** Finds pods. */
@FunctionalInterface
public interface Pods {

    /**
     * {@return the pod of that namespace and name} Before it answers that there is none, or with one of another UID that is not static, it asks the
     * API server itself: a runtime may know a pod before a watch does.
     *
     * @param pod its UID may be empty
     */
    Finding<Pod> find(PodIdentity pod, Deadline deadline);
}
