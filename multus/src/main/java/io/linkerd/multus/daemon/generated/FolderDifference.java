// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.config.ConfigSource;
import io.linkerd.multus.daemon.config.DaemonConfig;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder in which the shim, by a user's configuration, looks for something of the daemon's, and the daemon has it elsewhere. A configuration that
 * the daemon makes has the daemon's own.
 *
 * @param key what the folder is called in both configurations
 * @param shims its path for the shim
 * @param daemons its path for the daemon
 */
record FolderDifference(String key, Path shims, Path daemons) {
    private static final String PLUGIN = "multus-shim";

    /** As the shim has them. */
    private static final Path SOCKET_DIR = Path.of("/run/multus");

    private static final Path CNI_DIR = Path.of("/var/lib/cni/multus");

    /** {@return the differences of a configuration that is in force; none where the daemon has made it} */
    static List<FolderDifference> of(DaemonConfig config, String text) {
        var shim = config.source() instanceof ConfigSource.UserSupplied ? plugins(text) : Stream.<JsonValue>empty();
        return shim.flatMap(plugin -> Stream.of(
                        new FolderDifference(
                                "cniDir", cniDir(plugin), config.defaults().cniDir()),
                        new FolderDifference("daemonSocketDir", socketDir(plugin), socketDir(config))))
                .filter(folder ->
                        !folder.shims().normalize().equals(folder.daemons().normalize()))
                .toList();
    }

    /** {@return what it means and what to do, for the operator of a configuration in that file} */
    String advice(Path file) {
        var effect = key.equals("cniDir")
                ? "DELs that the shim keeps there while no daemon answers are not replayed"
                : "the shim finds no daemon there";
        return key + " is " + shims + " in " + file + " and " + daemons + " for the daemon: " + effect + "; say " + key
                + " alike in both, in daemon-config.json and in that file";
    }

    private static Stream<JsonValue> plugins(String text) {
        return JsonText.read(text, CniNetwork.LIMITS)
                .map(json -> json.root().has("type")
                        ? Stream.of(json.root())
                        : json.root().items("plugins").stream()
                                .filter(plugin -> plugin.text("type")
                                        .filter(PLUGIN::equals)
                                        .isPresent()))
                .orElse(_ -> Stream.empty());
    }

    /** The shim has no use for a path that is not absolute. */
    private static Path cniDir(JsonValue plugin) {
        return plugin.text("cniDir")
                .filter(path -> path.startsWith("/"))
                .flatMap(FolderDifference::path)
                .orElse(CNI_DIR);
    }

    private static Path socketDir(JsonValue plugin) {
        return plugin.text("daemonSocketDir").flatMap(FolderDifference::path).orElse(SOCKET_DIR);
    }

    /** The daemon may see the node's folder under another path, socketDir; what it says of the shim's goes first. */
    private static Path socketDir(DaemonConfig config) {
        return config.shim()
                .text("daemonSocketDir")
                .flatMap(FolderDifference::path)
                .orElse(config.server().socketDir());
    }

    private static Optional<Path> path(String text) {
        try {
            return Optional.of(text).filter(path -> !path.isEmpty()).map(Path::of);
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }
}
