// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.controller.namespaces.NamespaceFacts;
import io.linkerd.multus.controller.ownership.Owner;

/**
 * All that the decision about one namespace rests on.
 *
 * @param namespace that exists
 * @param controlPlane whether it is Linkerd's own
 * @param attachment what it has
 * @param source what attachments have to say
 * @param owner who has to own what we write
 * @param podUse whether pods need what it has
 */
record Observation(
        NamespaceFacts namespace,
        boolean controlPlane,
        Attachment attachment,
        CniSource source,
        Owner owner,
        PodUse podUse) {

    /** Whether the namespace is to have an attachment. */
    boolean wanted() {
        return namespace.optedIn() || controlPlane;
    }
}
