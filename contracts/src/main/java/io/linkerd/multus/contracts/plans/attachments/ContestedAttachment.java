// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice;

/** What a person is told about an attachment that another writer keeps undoing. */
public final class ContestedAttachment {
    /** Reason of the Event about it. */
    public static final String CONTESTED = "NetworkAttachmentContested";

    private ContestedAttachment() {}

    /** {@return that pods here may find no attachment, or another one; {@code reason} is why, to be read in a sentence} */
    public static Notice notice(NamespaceFacts namespace, String reason) {
        return Notice.warning(
                Notice.Subject.namespace(namespace.name(), namespace.uid()),
                CONTESTED,
                "Pods here may not start, or start unmeshed: " + reason + ". Keep one of the two writers off it.");
    }
}
