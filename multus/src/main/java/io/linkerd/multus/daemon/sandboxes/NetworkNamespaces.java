// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.sandboxes;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.commands.PodInterfaces;
import io.linkerd.multus.daemon.commands.PodRoutes;
import io.linkerd.multus.daemon.results.IpFamily;
import io.linkerd.multus.daemon.routes.RouteAction;
import io.linkerd.multus.service.files.FileTrouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Looks into network namespaces, and changes routes there, by calling {@code multus-netns}.
 *
 * @param program the path of it
 * @param root the node's, as this process sees it: the paths of network namespaces are below it
 * @param patience for how long a call is waited for; usual is a millisecond
 */
public record NetworkNamespaces(Path program, Path root, Duration patience) implements PodInterfaces, PodRoutes {
    private static final int DONE = 0;
    private static final int NOT_THERE = 1;

    /** The program says one line. */
    private static final int LONGEST_MESSAGE = 4 << 10;

    @Override
    public Result<Boolean> has(String networkNamespace, String interfaceName) {
        return switch (call(List.of("has", networkNamespace, interfaceName), "")) {
            case Ending(var status, var _) when status == DONE -> new Result.Ok<>(true);
            case Ending(var status, var message)
            when status == NOT_THERE && message.isEmpty() -> new Result.Ok<>(false);
            case Ending ending -> new Result.Not<>(reason(ending));
        };
    }

    @Override
    public Optional<String> apply(String networkNamespace, List<RouteAction> actions) {
        if (actions.isEmpty()) {
            return Optional.empty();
        }
        var lines = actions.stream().map(NetworkNamespaces::line).collect(Collectors.joining());
        return switch (call(List.of("routes", networkNamespace), lines)) {
            case Ending(var status, var _) when status == DONE -> Optional.empty();
            case Ending ending -> Optional.of(reason(ending));
        };
    }

    private static String line(RouteAction action) {
        return switch (action) {
            case RouteAction.DeleteDefaults(var name, var family) ->
                "delete-defaults " + (family == IpFamily.V4 ? "4" : "6") + " " + name + "\n";
            case RouteAction.AddDefault(var name, var gateway) -> "add-default " + gateway + " " + name + "\n";
        };
    }

    private String reason(Ending ending) {
        return ending.message().isEmpty() ? program + " ended with status " + ending.status() : ending.message();
    }

    private record Ending(int status, String message) {}

    private Ending call(List<String> arguments, String input) {
        var command = new ArrayList<>(List.of(program.toString(), root.toString()));
        command.addAll(arguments);
        try {
            var builder = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.environment().clear();
            var process = builder.start();
            try {
                return ending(process, input);
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            return new Ending(-1, "cannot run " + program + ": " + FileTrouble.inWords(e));
        }
    }

    private Ending ending(Process process, String input) throws IOException {
        try (var pipe = process.getOutputStream()) {
            pipe.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // It has ended without reading: what it says of that is what counts.
        }
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return new Ending(-1, program + " had not ended after " + patience.toMillis() + " ms");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Ending(-1, "the daemon stops");
        }
        var message = new String(process.getErrorStream().readNBytes(LONGEST_MESSAGE), StandardCharsets.UTF_8).strip();
        return new Ending(process.exitValue(), GoText.printable(message));
    }
}
