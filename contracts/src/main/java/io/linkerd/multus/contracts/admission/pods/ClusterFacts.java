// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.SccRules;

/** The cluster, as far as decisions on pods need it: from memory alone, from the API server, or from files. */
public interface ClusterFacts {
    /** {@return a namespace, as it is or was a moment ago} */
    Lookup<NamespaceMarks> namespace(String name);

    /** {@return a namespace, as it was within the last second, or when the API server answered last where it does not now} */
    Lookup<NamespaceMarks> freshNamespace(String name);

    /** {@return OpenShift's SecurityContextConstraints of that name} */
    Lookup<SccRules> constraints(String name);

    /** {@return whether the NetworkAttachmentDefinition of Linkerd's plugin is in a namespace} It is never found to be {@code false}. */
    Lookup<Boolean> attachment(String namespace);
}
