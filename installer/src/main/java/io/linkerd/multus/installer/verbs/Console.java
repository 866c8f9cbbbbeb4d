// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import java.io.PrintStream;

/**
 * Where a verb tells what it does: standard output and error.
 *
 * @param out what is done
 * @param err why something is not done
 */
public record Console(PrintStream out, PrintStream err) {
    void say(String line) {
        out.println(line);
    }

    void complain(String line) {
        err.println(line);
    }
}
