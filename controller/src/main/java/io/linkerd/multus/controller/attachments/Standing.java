// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import java.util.Locale;

/** Where a namespace stands, for metrics. */
enum Standing {
    /** It asks for nothing. */
    OUT,
    /** Its attachment is there, or is being written. */
    IN_PLACE,
    /** It asks, and there is nothing good to give yet. */
    WAITING,
    /** Somebody else's attachment is in the place of ours. */
    FOREIGN,
    /** Another release of linkerd-multus keeps an attachment there. */
    OTHER_RELEASE,
    /** It does not ask any more, and its pods still need the attachment. */
    LEAVING;

    /** {@return its label in metrics} */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
