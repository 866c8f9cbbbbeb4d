// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli;

import io.linkerd.multus.cli.commands.ExtensionMetadata;
import io.linkerd.multus.cli.commands.Root;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Carries out many commands in one process, so that the JVM that makes a cache of loaded classes has seen what each of them needs. It is in
 * the program's own jar since such a cache is good for the class path alone that it was made with (JEP 483).
 */
public final class Rehearsal {
    private static final String SEPARATOR = "\t";

    private Rehearsal() {}

    /**
     * Carries them out one after the other, whatever each ends with.
     *
     * @param none nothing: each line of stdin is a command, its arguments parted by tabs
     * @throws IOException where stdin cannot be read
     */
    public static void main(String... none) throws IOException {
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Main.main(ExtensionMetadata.COMMAND);
        for (var line : commands.lines().toList()) {
            Root.commandLine(System.getenv())
                    .execute(List.of(line.split(SEPARATOR, -1)).toArray(String[]::new));
        }
        System.exit(0);
    }
}
