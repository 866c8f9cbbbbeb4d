// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.networks.NetworkDefinition;
import io.linkerd.multus.daemon.networks.NetworkName;
import io.linkerd.multus.service.clocks.Deadline;

/** Finds NetworkAttachmentDefinitions. */
@FunctionalInterface
public interface Definitions {

    /** {@return the definition of that name} */
    Finding<NetworkDefinition> find(NetworkName name, Deadline deadline);
}
