// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.json;

/** Says where a document is not what it should be, in words that may be shown to its sender. */
public final class MalformedJson extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedJson(String message) {
        super(message);
    }
}
