// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

/** A document of ours that cannot be understood; the message says where. */
public final class MalformedDocument extends Exception {
    private static final long serialVersionUID = 1;

    public MalformedDocument(String reason) {
        super(reason);
    }

    public MalformedDocument(String reason, Throwable cause) {
        super(reason, cause);
    }
}
