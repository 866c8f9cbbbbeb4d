// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

/** Says where a document is not what it should be, in words that may be shown to its sender. */
public final class MalformedJson extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    public MalformedJson(String reason) {
        super(reason);
        this.reason = reason;
    }

    /** {@return the message} */
    public String reason() {
        return reason;
    }
}
