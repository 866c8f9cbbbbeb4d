// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

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
 * @param owner who has to own what we write
 * @param podUse whether pods need what it has
 */
record Observed(
        NamespaceFacts namespace,
        boolean controlPlane,
        boolean excluded,
        Provision provision,
        Seen<String> attachment,
        CniSource source,
        Owner owner,
        PodUse podUse) {

    /** {@return whether the namespace is to have an attachment} */
    boolean wanted() {
        return switch (provision) {
            case Provision.Own _ -> asks();
            case Provision.SharedHere _ -> true;
            case Provision.SharedIn _ -> false;
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
