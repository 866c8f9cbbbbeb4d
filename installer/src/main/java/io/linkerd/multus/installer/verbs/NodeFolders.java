// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.node.NodeTurns;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.NodeSettings;
import io.linkerd.multus.installer.settings.PlatformSetting;
import io.linkerd.multus.installer.verbs.manifests.ManifestStore;
import jakarta.inject.Singleton;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The node's folders that a verb changes, as far as they are mounted; all are host paths. */
@Singleton
final class NodeFolders {
    private final InstallerSettings settings;
    private final HostRoot host;

    NodeFolders(InstallerSettings settings, HostRoot host) {
        this.settings = settings;
        this.host = host;
    }

    /** {@return the folder for a kind, or which one has to be mounted} */
    Result<String> directory(AssetKind kind) {
        var candidates = kind == AssetKind.PLUGIN
                ? binDirectories()
                : List.of(settings.node().netDirectory());
        return candidates.stream()
                .filter(host::isMounted)
                .findFirst()
                .<Result<String>>map(Result.Ok::new)
                .orElseGet(() -> new Result.Not<>(notMounted(candidates.getFirst())));
    }

    private String notMounted(String directory) {
        var target = host.linked(directory);
        return directory + " of the host is "
                + target.map(other -> "a link to " + other + ", which is ").orElse("") + "not mounted at "
                + settings.node().mountPrefix() + target.orElse(directory) + ", or is read-only there";
    }

    /** {@return the folder for a kind as it is in this container, if it is mounted} */
    Stream<Path> watched(AssetKind kind) {
        return directory(kind).map(path -> Stream.of(host.directory(path))).orElse(_ -> Stream.empty());
    }

    /** {@return the name of the file in the CNI folder that a name leads to} One that leads out of it keeps its own. */
    String nameOf(String name) {
        var directory = settings.node().netDirectory();
        var folder = host.directory(directory);
        var file = host.directory(directory + "/" + name);
        return file.startsWith(folder) ? folder.relativize(file).toString() : name;
    }

    /** {@return what the node has in the CNI folder under that name, following links as far as they stay in it} */
    Result<String> network(String name) {
        var directory = settings.node().netDirectory();
        var folder = host.directory(directory);
        var file = host.directory(directory + "/" + name);
        if (!file.startsWith(folder)) {
            return new Result.Not<>("which leads out of " + directory);
        }
        return Files.isRegularFile(file)
                ? SourceFolder.textOf(file)
                : new Result.Not<>("which is no file in " + directory + " of the node");
    }

    /**
     * {@return where the journal is: at the usual place, if that is mounted; else beside what is changed, hidden}
     *
     * <p>A journal that is there already wins, since it knows what is to be given back.
     */
    Optional<String> state() {
        var hidden = Stream.concat(Stream.of(settings.node().netDirectory()), binDirectories().stream())
                .map(directory -> directory + "/" + NodeTurns.HIDDEN);
        var places = Stream.concat(Stream.of(NodeSettings.USUAL_STATE_DIRECTORY), hidden)
                .filter(host::isMounted)
                .toList();
        return places.stream()
                .filter(place -> Stream.of("journal.json", ManifestStore.FILE)
                        .anyMatch(file -> Files.exists(host.directory(place).resolve(file))))
                .findFirst()
                .or(() -> places.stream().findFirst());
    }

    Path at(String hostPath) {
        return host.at(hostPath);
    }

    private List<String> binDirectories() {
        return settings.node()
                .binDirectory()
                .map(List::of)
                .orElseGet(() -> settings.platform() == PlatformSetting.AUTO ? known() : List.of(said()));
    }

    private String said() {
        return NodePlatform.named(settings.platform().name().toLowerCase(Locale.ROOT))
                .orElse(NodePlatform.KUBERNETES)
                .binDirectory();
    }

    /** Upstream's first: where more than one of them is there, that is the one that plugins are looked for in everywhere but on OpenShift. */
    private static List<String> known() {
        return Stream.concat(Stream.of(NodePlatform.KUBERNETES), Arrays.stream(NodePlatform.values()))
                .map(NodePlatform::binDirectory)
                .distinct()
                .toList();
    }
}
