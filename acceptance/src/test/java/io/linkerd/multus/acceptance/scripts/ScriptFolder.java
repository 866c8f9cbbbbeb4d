// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.scripts;

import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A project that has of ours what a script needs, and stand-ins for the rest.
 *
 * @param root its folder
 */
record ScriptFolder(Path root) {
    /** Copies a file of ours to the same place. */
    ScriptFolder copy(String file) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.copy(LocalClusterExtension.project().resolve(file), root.resolve(file));
        return this;
    }

    /** Writes a shell script. */
    ScriptFolder program(String file, String text) throws IOException {
        var program = root.resolve(file);
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return this;
    }

    /**
     * Starts a script in this folder. It can be ended by signals which the build that this test belongs to may ignore.
     *
     * @param environment in place of what this process has of it
     */
    RunningScript start(Map<String, String> environment, String script, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("env", "--default-signal=HUP,INT,TERM", "./" + script));
        command.addAll(List.of(arguments));
        var output = root.resolve("output-" + script.replace('/', '-'));
        var builder = new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
        var inherited = builder.environment();
        inherited.keySet().removeIf(name -> name.startsWith("MVNW_") || name.startsWith("LINKERD_MULTUS_"));
        inherited.putAll(environment);
        return new RunningScript(builder.redirectOutput(output.toFile()).start(), output);
    }
}
