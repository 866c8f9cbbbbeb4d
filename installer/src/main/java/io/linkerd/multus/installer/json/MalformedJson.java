// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.json;

/** Text that was expected to be JSON and is not; the message says what is wrong with it. */
public final class MalformedJson extends Exception {
    private static final long serialVersionUID = 1;

    MalformedJson(String reason) {
        super(reason);
    }

    MalformedJson(String reason, Throwable cause) {
        super(reason, cause);
    }
}
