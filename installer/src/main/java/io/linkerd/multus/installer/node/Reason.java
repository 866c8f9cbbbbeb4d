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
    /**
     * The journal says that it is to be here, and this process has not seen it: it may have been put off by a failure, or by the end of the
     * process, as well as deleted or written over.
     */
    AGAIN(false),
    /** It was here, and is gone. */
    DELETED(true),
    /** It was here, and another process has written over it. */
    OVERWRITTEN(true),
    /** The content that we want was here, and another process has put an earlier one of ours back. */
    REVERTED(true),
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
