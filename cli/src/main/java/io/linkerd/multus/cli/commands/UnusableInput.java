// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

/** What a command was given cannot be used; the message says what, and what would do. */
public final class UnusableInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String words;

    /** Says so. */
    public UnusableInput(String words) {
        super(words);
        this.words = words;
    }

    String words() {
        return words;
    }
}
