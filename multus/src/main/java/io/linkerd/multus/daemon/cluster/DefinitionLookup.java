// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.daemon.networks.NetworkDefinition;

/** What the API server knows of a NetworkAttachmentDefinition. */
public sealed interface DefinitionLookup {

    /** It is this one. */
    record Found(NetworkDefinition definition) implements DefinitionLookup {}

    /** There is none of that name. */
    record NotFound() implements DefinitionLookup {}

    /** The API server does not say it in time. */
    record Unanswered(String why) implements DefinitionLookup {}
}
