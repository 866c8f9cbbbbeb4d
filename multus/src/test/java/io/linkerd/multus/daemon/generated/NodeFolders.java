// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.service.files.BrittleFileCalls;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Folders of a node, and a daemon that keeps its configuration there; time stands still until it is moved. */
final class NodeFolders {
    static final String PTP = network("ptp", "1.0.0");

    private final Path root;
    final Path folder;
    final Path written;
    final Path setAside;
    final Path ready;
    final List<PodEvent> notices = new ArrayList<>();
    private final DaemonConfig config;
    long now;
    ConfigKeeper keeper;

    NodeFolders(Path root, String... members) {
        this.root = root;
        folder = root.resolve("net.d");
        written = folder.resolve("00-multus.conf");
        setAside = folder.resolve("00-multus.conf.cilium_bak");
        ready = root.resolve("ready");
        config = DaemonConfigs.of(
                "{\"cniVersion\":\"1.0.0\",\"multusAutoconfigDir\":\"" + folder + "\",\"cniConfigDir\":\"" + folder
                        + "\"" + (members.length == 0 ? "" : "," + String.join(",", members)) + "}");
        make(folder);
        keeper = keeper(quick());
    }

    /** {@return file calls as the kernel has them, but for the waits for a disk} */
    static FileCalls quick() {
        return new BrittleFileCalls(0, new BrittleFileCalls.Fate.Death());
    }

    static String network(String type, String version) {
        return "{\"cniVersion\":\"" + version + "\",\"name\":\"n\",\"type\":\"" + type + "\"}";
    }

    ConfigKeeper keeper(FileCalls calls) {
        try {
            return new ConfigKeeper(
                    config, new DurableFiles(calls, new Random(1)), Ownership.ofThisProcess(), notices::add, () -> now);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The daemon ends, and another one begins. */
    NodeFolders restart(FileCalls calls) {
        keeper = keeper(calls);
        keeper.tidy();
        return this;
    }

    NodeFolders with(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return this;
    }

    void without(String name) throws IOException {
        Files.deleteIfExists(folder.resolve(name));
    }

    /** As Cilium does with {@code cni.exclusive}. */
    void renameAsCilium() throws IOException {
        if (Files.exists(written)) {
            Files.move(written, setAside, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    void pass(Duration time) {
        now += time.toNanos();
    }

    /** Looks until there is nothing more to be done at once. */
    ConfigTurn settle() {
        var turn = keeper.turn();
        while (turn instanceof ConfigTurn.Again) {
            turn = keeper.turn();
        }
        return turn;
    }

    String text() throws IOException {
        return Files.readString(written);
    }

    /** {@return all files of the folder, by their names} */
    Map<String, String> picture() throws IOException {
        var picture = new TreeMap<String, String>();
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                picture.put(String.valueOf(file.getFileName()), Files.readString(file));
            }
        }
        return picture;
    }

    void clear() throws IOException {
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                Files.delete(file);
            }
        }
        Files.deleteIfExists(ready);
    }

    Path root() {
        return root;
    }

    private static void make(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
