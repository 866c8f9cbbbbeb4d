// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.kube.NodeEvents;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.ProgramImage;
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
    private static final ProgramImage.Problem WRITTEN_MEANWHILE = new ProgramImage.Problem.NotWhole("");

    private final Path directory;
    private final FileObserver observer;
    private final NodeEvents events;

    PluginSource(InstallerSettings settings, FileObserver observer, NodeEvents events) {
        this.observer = observer;
        this.events = events;
        this.directory = settings.node().pluginSource();
    }

    /** One plugin. */
    record Plugin(String name, Path file, Fingerprint fingerprint) {}

    /** {@return where they are} */
    Path directory() {
        return directory;
    }

    /**
     * {@return at least one, in the order of their names, or what is waited for} One file that is no program for this node makes the whole
     * source unfit: it is being written, or the wrong one.
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
                    return new Result.Not<>(unfit(file));
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

    /** What is being written is whole in a moment; what is for another architecture stays so, and a person has to know. */
    private String unfit(Path file) throws IOException {
        return switch (ProgramImage.problem(file).orElse(WRITTEN_MEANWHILE)) {
            case ProgramImage.Problem.NotWhole _ -> file + " is no whole program; waiting for the init container's plugin";
            case ProgramImage.Problem.Foreign foreign -> {
                var reason = "the plugin " + file + " " + foreign.reason();
                events.tell(NodeEvents.Reason.PluginUnfit, reason);
                yield reason;
            }
        };
    }
}
