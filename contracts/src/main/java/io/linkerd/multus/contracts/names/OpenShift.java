// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.names;

/** Names of the OpenShift API that decide which user ids a pod may have. */
public final class OpenShift {

    /** Annotation of namespaces: the user ids that their pods may run as. */
    public static final String UID_RANGE = "openshift.io/sa.scc.uid-range";

    /** Annotation of namespaces: the supplemental groups that their pods may have. */
    public static final String SUPPLEMENTAL_GROUPS = "openshift.io/sa.scc.supplemental-groups";

    /** Annotation of namespaces: their SELinux level. */
    public static final String MCS = "openshift.io/sa.scc.mcs";

    /** Annotation of pods: the SecurityContextConstraints that admitted them. */
    public static final String SCC = "openshift.io/scc";

    /** Annotation of pods: the only SecurityContextConstraints that may admit them. */
    public static final String REQUIRED_SCC = "openshift.io/required-scc";

    /** API group of SecurityContextConstraints. */
    public static final String SCC_GROUP = "security.openshift.io";

    /** Version of SecurityContextConstraints. */
    public static final String SCC_VERSION = "v1";

    /** Kind of SecurityContextConstraints. */
    public static final String SCC_KIND = "SecurityContextConstraints";

    /** Resource name of SecurityContextConstraints. */
    public static final String SCC_PLURAL = "securitycontextconstraints";

    /** What the name of the ClusterRole starts with that lets its subjects use one of the default constraints. */
    public static final String SCC_CLUSTER_ROLE_PREFIX = "system:openshift:scc:";

    private OpenShift() {}
}
