// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

/** How a figure compares with its bound. */
public enum Verdict {
    /** It keeps to it. */
    PASS("pass"),
    /** It does not. */
    FAIL("FAIL"),
    /** It has none. */
    NONE("");

    private final String word;

    Verdict(String word) {
        this.word = word;
    }

    static Verdict of(boolean kept) {
        return kept ? PASS : FAIL;
    }

    String word() {
        return word;
    }
}
