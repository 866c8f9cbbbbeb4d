// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.values;

/** Says where a text is not what Linkerd can read, or cannot be edited, without repeating any of its values. */
final class MalformedYaml extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /** {@code line} counts from 1. */
    MalformedYaml(int line, String words) {
        super("line " + line + ": " + words);
        this.reason = "line " + line + ": " + words;
    }

    String reason() {
        return reason;
    }
}
