// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.facts;

import io.linkerd.multus.contracts.uids.SccRunAsUser;
import java.util.Optional;

/** Answers questions about the cluster. Each answer comes in bounded time. */
public interface ClusterFacts {

    /** Returns a namespace as the cache has it, which may be a moment behind. */
    Optional<NamespaceFacts> cachedNamespace(String name);

    /** Asks the API server for a namespace. */
    Lookup<NamespaceFacts> namespace(String name);

    /** Returns what SecurityContextConstraints say of user ids; not found where there are none of that name. */
    Lookup<SccRunAsUser> securityContextConstraints(String name);

    /** Asks whether Linkerd's attachment is there in a namespace. */
    Lookup<Boolean> attachment(String namespace);
}
