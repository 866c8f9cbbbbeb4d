// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds the programs of plugins.
 *
 * @param folders in which they are, the first one first
 * @param isRegularFile whether a path is one of a regular file where plugins are started
 */
public record PluginFinder(List<String> folders, Predicate<String> isRegularFile) {
    /** Copies. */
    public PluginFinder {
        folders = List.copyOf(folders);
    }

    /** {@return the path of a plugin, or why there is none} */
    Result<String> find(String type) {
        if (type.isEmpty()) {
            return new Result.Not<>("no plugin name provided");
        }
        if (type.indexOf('/') >= 0) {
            return new Result.Not<>("invalid plugin name: " + GoText.printable(GoText.shorten(type)));
        }
        if (folders.isEmpty()) {
            return new Result.Not<>("no paths provided");
        }
        return folders.stream()
                .map(folder -> folder + "/" + type)
                .filter(path -> path.indexOf('\0') < 0)
                .filter(isRegularFile)
                .findFirst()
                .<Result<String>>map(Result.Ok::new)
                .orElseGet(() -> new Result.Not<>("failed to find plugin " + GoText.quote(type) + " in path ["
                        + String.join(" ", folders) + "]"));
    }
}
