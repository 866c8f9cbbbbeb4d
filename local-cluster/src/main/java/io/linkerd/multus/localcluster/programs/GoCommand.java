// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The machine's Go, called with the settings that everything here is compiled with: with others, Kubernetes would be compiled anew.
 *
 * @param path the command
 * @param version what {@code go version} says
 * @param settings what differs from the person's own; as a list, so that it has one text
 */
record GoCommand(Path path, String version, List<String> settings) {
    /**
     * What debuggers read is dropped by the linker anyway, so it is not made; and to inline costs more in a build of Kubernetes
     * than it ever saves in a cluster that lives for minutes, but for the standard library, which is small and called most.
     */
    private static final List<String> SOON_THERE = List.of(
            "CGO_ENABLED=0",
            "GOTOOLCHAIN=local",
            "GOFLAGS=-buildvcs=false -mod=readonly '-gcflags=all=-dwarf=false -l' -gcflags=std=-dwarf=false",
            "GOWORK=off");

    private static final List<String> FAST =
            List.of("CGO_ENABLED=0", "GOTOOLCHAIN=local", "GOFLAGS=-buildvcs=false -mod=readonly", "GOWORK=off");

    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final Pattern VERSION = Pattern.compile("go(\\d+)\\.(\\d+)");
    /** What the go.mod files ask for. */
    private static final int MINOR = 26;

    private static final String ADVICE = "install Go 1." + MINOR
            + " or newer (https://go.dev/dl; it is looked for on the PATH and in /usr/local/go/bin), and call this again";

    /** Finds a Go that is new enough. */
    static GoCommand find(String path) throws IOException, InterruptedException {
        var candidates = Stream.concat(
                        Arrays.stream(path.split(":")), Stream.of("/usr/local/go/bin", "/usr/lib/go/bin"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "go"))
                .filter(Files::isExecutable)
                .distinct()
                .toList();
        var found = Optional.<String>empty();
        for (var candidate : candidates) {
            var version = Programs.plain()
                    .output(DEADLINE, List.of(candidate.toString(), "version"))
                    .strip();
            if (isNewEnough(version)) {
                return new GoCommand(candidate, version, SOON_THERE);
            }
            found = Optional.of(candidate + " is " + version);
        }
        throw new IOException(
                found.map(old -> "Go is too old: " + old).orElse("there is no Go on this machine") + "; " + ADVICE);
    }

    static boolean isNewEnough(String version) {
        var matcher = VERSION.matcher(version);
        return matcher.find() && Integer.parseInt(matcher.group(1)) == 1 && Integer.parseInt(matcher.group(2)) >= MINOR;
    }

    /** {@return the same for programs that have to be fast rather than soon there} */
    GoCommand optimising() {
        return new GoCommand(path, version, FAST);
    }

    /** {@return what runs it, with that much more in its environment} */
    Programs programs(Map<String, String> environment) {
        var variables = settings.stream()
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(setting -> setting[0], setting -> setting[1]));
        variables.putAll(environment);
        return new Programs(variables);
    }

    /** {@return the command line that calls a subcommand in a module's folder} */
    List<String> in(Path module, String subcommand, String... arguments) {
        var command = new ArrayList<>(List.of(path.toString(), subcommand, "-C", module.toString()));
        command.addAll(List.of(arguments));
        return command;
    }
}
