// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.names;

/** Names of the OpenShift API that decide which user ids a pod may have, and which network. */
public final class OpenShift {

    /** Annotation of namespaces: the user ids that their pods may run as. */
    public static final String UID_RANGE = "openshift.io/sa.scc.uid-range";

    /** Annotation of pods: the SecurityContextConstraints that admitted them. */
    public static final String SCC = "openshift.io/scc";

    /** API group of SecurityContextConstraints. */
    public static final String SCC_GROUP = "security.openshift.io";

    /** Version of SecurityContextConstraints. */
    public static final String SCC_VERSION = "v1";

    /** Kind of SecurityContextConstraints. */
    public static final String SCC_KIND = "SecurityContextConstraints";

    /** Resource name of SecurityContextConstraints. */
    public static final String SCC_PLURAL = "securitycontextconstraints";

    /**
     * Label of namespaces, since 4.18: the primary network of their pods is a user-defined one of OVN-Kubernetes, from which no Service of the
     * default network is reached but the API server's and DNS. Its value does not count.
     */
    public static final String PRIMARY_NETWORK = "k8s.ovn.org/primary-user-defined-network";

    private OpenShift() {}
}
