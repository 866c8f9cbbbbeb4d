// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import java.io.PrintStream;

/** A text of lines under headings, for a person who watches. */
public record Report(PrintStream out) {
    /** Begins a paragraph. */
    void heading(String text) {
        out.println();
        out.println(text);
    }

    /** Prints a line. */
    void line(String text) {
        out.println(text);
    }
}
