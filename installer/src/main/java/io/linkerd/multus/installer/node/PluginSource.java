// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.durable.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The plugins that the init container has put into this pod: every regular file of one directory. */
public final class PluginSource {
    private final Path directory;
    private final FileObserver observer;

    public PluginSource(Path directory, FileObserver observer) {
        this.directory = directory;
        this.observer = observer;
    }

    /** What there is to install. */
    public sealed interface Plugins {
        /** These, in the order of their names. */
        record Ready(List<Plugin> plugins) implements Plugins {
            public Ready {
                plugins = List.copyOf(plugins);
            }
        }

        /** Nothing that could be installed; the reason says what is waited for. */
        record Missing(String reason) implements Plugins {}
    }

    /** One plugin. */
    public record Plugin(String name, Path file, Fingerprint fingerprint) {}

    /** Where they are. */
    public Path directory() {
        return directory;
    }

    /** Looks once. One file that is no program makes the whole source unfit: it is being written, or the wrong one. */
    public Plugins observe() {
        var plugins = new ArrayList<Plugin>();
        try (var files = Files.newDirectoryStream(directory, Files::isRegularFile)) {
            for (var file : files) {
                if (Files.isSymbolicLink(file)) {
                    continue;
                }
                if (!(observer.observe(file) instanceof FileState.Regular(var fingerprint, var _, var program))
                        || !program) {
                    return new Plugins.Missing(file + " is no whole program; waiting for the init container's plugin");
                }
                plugins.add(new Plugin(String.valueOf(file.getFileName()), file, fingerprint));
            }
        } catch (IOException e) {
            return new Plugins.Missing("no plugin to install, " + directory + " cannot be read: " + e.getMessage());
        }
        if (plugins.isEmpty()) {
            return new Plugins.Missing(
                    "no plugin to install, " + directory + " is empty; waiting for the init container");
        }
        plugins.sort(Comparator.comparing(Plugin::name));
        return new Plugins.Ready(plugins);
    }
}
