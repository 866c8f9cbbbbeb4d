// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

/** A file cannot be used; the message names it, the document in it, and what would do. */
public final class UnusableFile extends Exception {
    private static final long serialVersionUID = 1L;

    private final String words;

    UnusableFile(String words) {
        super(words);
        this.words = words;
    }

    /** {@return it, for the person who called the command} */
    public String words() {
        return words;
    }
}
