// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import io.linkerd.multus.daemon.cluster.DefinitionLookup;
import io.linkerd.multus.daemon.cluster.NetworkDefinitions;
import io.linkerd.multus.daemon.commands.Definitions;
import io.linkerd.multus.daemon.commands.Finding;
import io.linkerd.multus.daemon.networks.NetworkDefinition;
import io.linkerd.multus.daemon.networks.NetworkName;
import io.linkerd.multus.service.clocks.Deadline;

/** The cluster's NetworkAttachmentDefinitions, in the words of commands. */
record FollowedDefinitions(NetworkDefinitions definitions) implements Definitions {

    @Override
    public Finding<NetworkDefinition> find(NetworkName name, Deadline deadline) {
        return switch (definitions.find(name, deadline)) {
            case DefinitionLookup.Found(var definition) -> new Finding.Found<>(definition);
            case DefinitionLookup.NotFound _ -> new Finding.Absent<>();
            case DefinitionLookup.Unanswered(var why) -> new Finding.Unknown<>(why);
        };
    }
}
