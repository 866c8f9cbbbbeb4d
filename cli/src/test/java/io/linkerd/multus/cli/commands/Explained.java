// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.cli.cluster.NoCluster;
import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** What came of a call of {@code explain}. */
record Explained(int exit, String out, String err) {
    static Explained explain(String standardInput, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var terminal = new Terminal(new PrintWriter(out), new PrintWriter(err), Look.PLAIN);
        var input = new ByteArrayInputStream(standardInput.getBytes(StandardCharsets.UTF_8));
        var line = new CommandLine(new ExplainCommand(terminal, input));
        line.setErr(new PrintWriter(err));
        line.setExecutionExceptionHandler((failure, _, _) -> switch (failure) {
            case UnusableInput unusable -> complained(terminal, unusable.words(), Exit.USAGE);
            case NoCluster none -> complained(terminal, none.words(), Exit.NO_CLUSTER);
            default -> throw failure;
        });
        return new Explained(line.execute(arguments), out.toString(), err.toString());
    }

    private static int complained(Terminal terminal, String words, int exit) {
        terminal.complain(words);
        terminal.err().flush();
        return exit;
    }

    JsonNode pod() {
        try {
            return new ObjectMapper().readTree(out).path("pods").path(0);
        } catch (JsonProcessingException e) {
            throw new AssertionError(out + err, e);
        }
    }
}
