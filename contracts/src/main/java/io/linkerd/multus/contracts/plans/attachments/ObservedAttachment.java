// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;

/**
 * All that the decision about one namespace rests on.
 *
 * @param namespace that exists
 * @param controlPlane whether it is Linkerd's own
 * @param excluded whether it is to be left alone, whatever it asks for
 * @param provision what its pods refer to
 * @param attachment what it has
 * @param source what attachments have to say
 * @param owner that what we write has to have
 * @param podUse whether pods need what it has
 */
public record ObservedAttachment(
        NamespaceFacts namespace,
        boolean controlPlane,
        boolean excluded,
        AttachmentProvision provision,
        Seen<String> attachment,
        CniSource source,
        Owner owner,
        PodUse podUse) {

    /** {@return whether the namespace is to have an attachment} */
    boolean wanted() {
        return switch (provision) {
            case AttachmentProvision.Own _ -> asks();
            case AttachmentProvision.SharedHere _ -> true;
            case AttachmentProvision.SharedIn _ -> false;
        };
    }

    /** {@return whether its pods are to be attached} */
    boolean asks() {
        return request().isGranted();
    }

    /** {@return what it asks for, by itself} */
    NamespaceRequest request() {
        return new NamespaceRequest(namespace, controlPlane, excluded);
    }
}
