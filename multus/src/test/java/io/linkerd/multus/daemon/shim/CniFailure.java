// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

/** The text of a failure as libcni prints it. */
final class CniFailure {

    private CniFailure() {}

    static String of(int code, String message) {
        return "{\n    \"code\": %d,\n    \"msg\": \"%s\"\n}".formatted(code, message);
    }

    static String of(int code, String message, String details) {
        return "{\n    \"code\": %d,\n    \"msg\": \"%s\",\n    \"details\": \"%s\"\n}"
                .formatted(code, message, details);
    }
}
