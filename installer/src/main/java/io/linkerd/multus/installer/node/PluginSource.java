// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Fingerprint;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The plugins that the init container has put into this pod: every regular file of one directory. */
@Singleton
final class PluginSource {
    private final Path directory;
    private final FileObserver observer;

    PluginSource(InstallerSettings settings, FileObserver observer) {
        this.observer = observer;
        this.directory = settings.node().pluginSource();
    }

    /** One plugin. */
    record Plugin(String name, Path file, Fingerprint fingerprint) {}

    /** {@return where they are} */
    Path directory() {
        return directory;
    }

    /**
     * {@return at least one, in the order of their names, or what is waited for} One file that is no program makes the whole source
     * unfit: it is being written, or the wrong one.
     */
    Result<List<Plugin>> observe() {
        var plugins = new ArrayList<Plugin>();
        try (var files = Files.newDirectoryStream(directory, Files::isRegularFile)) {
            for (var file : files) {
                if (Files.isSymbolicLink(file)) {
                    continue;
                }
                if (!(observer.observe(file) instanceof FileState.Regular(var fingerprint, var _, var program))
                        || !program) {
                    return new Result.Not<>(file + " is no whole program; waiting for the init container's plugin");
                }
                plugins.add(new Plugin(String.valueOf(file.getFileName()), file, fingerprint));
            }
        } catch (IOException e) {
            return new Result.Not<>(
                    "no plugin to install, " + directory + " cannot be read: " + FileTrouble.inWords(e));
        }
        if (plugins.isEmpty()) {
            return new Result.Not<>("no plugin to install, " + directory + " is empty; waiting for the init container");
        }
        plugins.sort(Comparator.comparing(Plugin::name));
        return new Result.Ok<>(plugins);
    }
}
