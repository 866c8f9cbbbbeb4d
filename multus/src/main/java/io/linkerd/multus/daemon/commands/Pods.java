// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.clocks.Deadline;

/**
 * Finds pods by namespace and name; the UID of the one that is asked for may be empty. Before it answers that there is none, or with one of another
 * UID that is not static, it asks the API server itself: a runtime may know a pod before a watch does.
 */
public interface Pods {

    /** {@return the pod, which is there now or not} For requests that take networks away or look at them. */
    Finding<Pod> find(PodIdentity pod, Deadline deadline);

    /** {@return the pod, which is waited for} For requests that add networks: the mirror of a static pod may come after its container. */
    Finding<Pod> await(PodIdentity pod, Deadline deadline);
}
