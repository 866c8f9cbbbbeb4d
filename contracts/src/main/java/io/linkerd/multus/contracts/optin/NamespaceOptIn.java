// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.optin;

import io.linkerd.multus.contracts.names.Linkerd;
import java.util.Optional;

/** What a namespace says about the attachment of Linkerd's CNI plugin; whoever keeps attachments and whoever attaches pods read it alike. */
public enum NamespaceOptIn {
    /** Its annotation asks for it. */
    ASKED,
    /** It is that of one of Linkerd's extensions, whose pods are meshed without anybody annotating anything. */
    EXTENSION,
    /** It wants none. */
    NONE;

    /**
     * {@return what the namespace says} What its annotation says wins over its label, and whatever is not {@value Linkerd#ENABLED} is a no.
     *
     * @param multus its annotation {@value Linkerd#MULTUS}; an empty one says nothing
     * @param extension its label {@value Linkerd#EXTENSION}; an empty one names no extension
     */
    public static NamespaceOptIn of(Optional<String> multus, Optional<String> extension) {
        var said = multus.filter(value -> !value.isEmpty());
        if (said.isPresent()) {
            return said.get().equals(Linkerd.ENABLED) ? ASKED : NONE;
        }
        return extension.filter(value -> !value.isEmpty()).isPresent() ? EXTENSION : NONE;
    }

    /** {@return whether the namespace has the attachment, or soon will} */
    public boolean optedIn() {
        return this != NONE;
    }
}
