// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.networks.SeenPath.ConfFile;
import java.util.List;

/** A folder of CNI configurations in which networks are found by their name. */
record ConfFolder(String path, SeenPath seen) {
    private static final String LIST = ".conflist";
    private static final List<String> EXTENSIONS = List.of(".conf", ".json", LIST);

    /** {@return the first configuration of that name} One before it that cannot be read hides it. */
    Result<String> named(String name) {
        var files =
                seen instanceof SeenPath.Folder folder ? folder.with(EXTENSIONS).toList() : List.<ConfFile>of();
        if (files.isEmpty()) {
            return new Result.Not<>("No networks found in " + path);
        }
        for (var file : files) {
            switch (found(file)) {
                case Result.Not<Found>(var reason) -> {
                    return new Result.Not<>(reason);
                }
                case Result.Ok<Found>(var found) -> {
                    if (name.isEmpty() || found.name().equals(name)) {
                        return new Result.Ok<>(found.text());
                    }
                }
            }
        }
        return new Result.Not<>(
                "no network available in the name " + NetworksAnnotation.shown(name) + " in cni dir " + path);
    }

    /** {@return the plugins in the files called {@code *.conf}, in the order of their names, or why one cannot be read} */
    Result<List<PluginConfig>> plugins() {
        return switch (seen) {
            case SeenPath.Absent _, SeenPath.File _ -> new Result.Ok<>(List.of());
            case SeenPath.Unreadable(var reason) ->
                new Result.Not<>("failed to read plugin config files in " + path + ": " + reason);
            case SeenPath.Folder folder -> plugins(folder.with(List.of(".conf")).toList());
        };
    }

    private Result<List<PluginConfig>> plugins(List<ConfFile> files) {
        return Refusals.each(
                files,
                file -> text(file)
                        .then(PluginChain::readPlugin)
                        .map(chain -> chain.plugins().getFirst()));
    }

    private record Found(String name, String text) {}

    private Result<Found> found(ConfFile file) {
        boolean isList = file.extension().equals(LIST);
        return Refusals.within(
                "Error loading CNI " + (isList ? "conflist" : "config") + " file " + path(file) + ": ",
                text(file)
                        .then(text -> (isList ? list(text) : PluginChain.readPlugin(text))
                                .map(chain -> new Found(chain.name(), text))));
    }

    private static Result<PluginChain> list(String text) {
        return PluginChain.readList(text)
                .then(chain -> chain.plugins().isEmpty()
                        ? new Result.Not<>("no plugin configs found")
                        : new Result.Ok<>(chain));
    }

    private Result<String> text(ConfFile file) {
        return Refusals.within("error reading " + path(file) + ": ", file.text());
    }

    private String path(ConfFile file) {
        return path + "/" + file.name();
    }
}
