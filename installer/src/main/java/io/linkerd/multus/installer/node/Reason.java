// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import java.util.Locale;

/** Why a file is written. */
enum Reason {
    /** It was never here. */
    NEW(false),
    /** We have a newer content: another plugin version, or another token. */
    OUTDATED(false),
    /** Somebody else's file of that name was here first; it is kept, and comes back on removal. */
    TAKEN_OVER(false),
    /** It is somebody else's network, and has our plugin in it now. */
    CHAINED(false),
    /** We had put it here, and it is gone. */
    DELETED(true),
    /** We had put it here, and somebody has written over it. */
    OVERWRITTEN(true),
    /** The content is right; owner or permission bits are not. */
    PERMISSIONS(true);

    private final boolean drift;

    Reason(boolean drift) {
        this.drift = drift;
    }

    /** {@return whether somebody else has undone what we had done} */
    boolean isDrift() {
        return drift;
    }

    /** {@return the word for logs and metrics} */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
