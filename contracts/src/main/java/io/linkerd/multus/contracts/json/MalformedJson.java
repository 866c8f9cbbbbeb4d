// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

/** Says where a document is not what it should be, in words that may be shown to its sender. */
public sealed class MalformedJson extends Exception permits MalformedJson.BeyondLimits {
    private static final long serialVersionUID = 1L;

    private final String reason;

    public MalformedJson(String reason) {
        super(reason);
        this.reason = reason;
    }

    /** Says that it may be all right, and that there is more of it than is read here. */
    public static final class BeyondLimits extends MalformedJson {
        private static final long serialVersionUID = 1L;

        BeyondLimits(String reason) {
            super(reason);
        }
    }

    /** {@return the message} */
    public String reason() {
        return reason;
    }
}
