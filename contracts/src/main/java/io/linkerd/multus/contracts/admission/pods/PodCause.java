// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.admission.Cause;
import java.util.Locale;

/** Why a review of a pod ended as it did. */
public enum PodCause implements Cause {
    /** It is not about a pod that is to be made. */
    NO_NEW_POD,
    /** The pod has no proxy. */
    NO_PROXY,
    /** The pod has the network of its node. */
    HOST_NETWORK,
    /** The pod's annotation keeps us away. */
    POD_OPTED_OUT,
    /** Neither pod nor namespace asked for us. */
    NOT_OPTED_IN,
    /** The pod makes its own redirect rules. */
    OWN_RULES,
    /** The pod's namespace asked for us. */
    NAMESPACE_OPTED_IN,
    /** The pod's annotation asked for us. */
    POD_OPTED_IN,
    /** The pod is part of Linkerd's control plane. */
    CONTROL_PLANE,
    /** The pod is part of one of Linkerd's extensions. */
    EXTENSION,
    /** Nobody has put the attachment into its namespace. */
    NO_ATTACHMENT,
    /** There are no user ids with which it would be in the mesh. */
    USER_IDS,
    /** It has a user namespace of its own, in which the redirect rules cannot be made. */
    USER_NAMESPACE,
    /** Its namespace does not exist. */
    NAMESPACE_MISSING,
    /** Its namespace is not known, and cannot be read. */
    NAMESPACE_UNREADABLE,
    /** Whether there is an attachment is not known, and cannot be read. */
    ATTACHMENT_UNREADABLE,
    /** We have an error. */
    OUR_ERROR;

    private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

    @Override
    public String label() {
        return label;
    }
}
