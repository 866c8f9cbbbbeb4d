// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import java.util.Locale;

/** Where a namespace stands, for metrics. */
public enum AttachmentStanding {
    /** It asks for nothing. */
    OUT,
    /** Its attachment is there, or is being written. */
    IN_PLACE,
    /** It asks, and there is nothing good to give yet. */
    WAITING,
    /** It asks, and the API server refuses to write its attachment. */
    REFUSED,
    /** It asks, and another writer keeps undoing its attachment. */
    CONTESTED,
    /** An attachment that linkerd-multus did not make has the name of ours. */
    FOREIGN,
    /** Another release of linkerd-multus keeps an attachment there. */
    OTHER_RELEASE,
    /** It does not ask any more, and its pods still need the attachment. */
    LEAVING;

    /** {@return its label in metrics} */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
