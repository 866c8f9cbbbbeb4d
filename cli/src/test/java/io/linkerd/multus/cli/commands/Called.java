// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.output.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** What one call of the program wrote, and how it ended. */
record Called(int code, String out, String err) {
    static Called with(String... arguments) {
        return as(Map.of(), arguments);
    }

    static Called as(Map<String, String> environment, String... arguments) {
        return on(Look.PLAIN, environment, arguments);
    }

    /** On a terminal that shows so much. */
    static Called on(Look look, Map<String, String> environment, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var terminal = new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), look);
        int code = Root.commandLine(environment, terminal).execute(arguments);
        return new Called(code, out.toString(), err.toString());
    }
}
