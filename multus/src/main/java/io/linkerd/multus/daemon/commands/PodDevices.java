// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.List;
import java.util.Map;

/** Asks kubelet for the devices that it has allotted. */
@FunctionalInterface
public interface PodDevices {

    /** {@return the ids of a pod's devices by their resource, or why they are not known} */
    Result<Map<String, List<String>>> of(PodIdentity pod, Deadline deadline);
}
