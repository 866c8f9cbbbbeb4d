// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.cli;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.layers.Application;
import io.linkerd.multus.images.runtime.JvmFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The script that people start, from cli/src/distribution/launcher.sh. */
final class Launcher {
    /** What a shell takes as it stands. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=+,@%-]+");

    private static final Pattern LEFT = Pattern.compile("@[A-Z]+@");

    private Launcher() {}

    /** {@return the file that it is made from} */
    static Path template(Project project) {
        return project.root().resolve("cli/src/distribution/launcher.sh");
    }

    /** {@return the script for those jars} */
    static String of(Project project, Application application) throws IOException {
        var jars = new ArrayList<>(application.own());
        jars.addAll(application.libraries());
        var script = Files.readString(template(project))
                .replace("@METADATA@", "{\"name\":\"linkerd-multus\",\"checks\":\"always\"}")
                .replace("@OPTIONS@", words(JvmFlags.of(project, Service.CLI)))
                .replace("@MAIN@", Service.CLI.mainClass())
                .replace(
                        "@JARS@",
                        words(jars.stream()
                                .map(jar ->
                                        application.directory().relativize(jar).toString())
                                .toList()));
        var left = LEFT.matcher(script);
        if (left.find()) {
            throw new IOException(template(project) + " asks for " + left.group() + ", which is not known");
        }
        return script;
    }

    private static String words(List<String> words) {
        return words.stream()
                .map(word -> PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
