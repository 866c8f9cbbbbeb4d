// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** A folder of plugins that are shell scripts. */
record PluginFolder(Path path) {

    /** {@return the path of a plugin of these lines} */
    String put(String name, String script) {
        try {
            var file = Files.writeString(path.resolve(name), "#!/bin/sh\n" + script);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            return file.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return a call of a plugin with that input} */
    static PluginCall call(String stdin) {
        return new PluginCall(PluginCommand.ADD, "plugin", stdin, PluginEnvironment.PATH);
    }

    static PluginCall call(Map<String, String> environment) {
        return new PluginCall(PluginCommand.ADD, "plugin", "", environment);
    }
}
