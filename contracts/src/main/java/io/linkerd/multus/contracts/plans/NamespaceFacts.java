// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans;

import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.optin.NamespaceOptIn;
import java.util.Optional;

/**
 * What matters of a namespace.
 *
 * @param terminating whether it is being deleted
 * @param marks its annotations and labels
 */
public record NamespaceFacts(String name, String uid, boolean terminating, NamespaceMarks marks) {

    /** {@return what its annotation and its label say about an attachment} */
    public NamespaceOptIn optIn() {
        return marks.optIn();
    }

    /** {@return whether it is to have an attachment without being Linkerd's own} */
    public boolean optedIn() {
        return optIn().optedIn();
    }

    /** {@return OpenShift's annotation, as it is written} */
    public Optional<String> uidRange() {
        return marks.uidRange();
    }
}
