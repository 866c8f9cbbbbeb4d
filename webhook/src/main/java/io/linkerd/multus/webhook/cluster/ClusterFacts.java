// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.service.kube.ApiAnswer;
import java.util.Optional;

/** Answers questions about the cluster. Every answer comes in time for whoever waits. */
public interface ClusterFacts {
    /** {@return a namespace as the cache has it, which may be a moment behind} Nothing where it may be more than that. */
    Optional<NamespaceFacts> cachedNamespace(String name);

    /** {@return a namespace as the API server has it, or had it when it was heard last} */
    ApiAnswer<NamespaceFacts> namespace(String name);

    /** {@return what SecurityContextConstraints say; not found where there are none of that name} */
    ApiAnswer<SccRules> securityContextConstraints(String name);

    /**
     * {@return true where Linkerd's attachment is in a namespace; not found where it is not; false where it was not there when the API server
     * was heard last}
     */
    ApiAnswer<Boolean> attachment(String namespace);
}
