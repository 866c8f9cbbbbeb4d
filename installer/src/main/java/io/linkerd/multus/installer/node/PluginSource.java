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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plugins that the init container has put into this pod: every regular file of one directory. */
@Singleton
final class PluginSource {
    private static final Logger log = LoggerFactory.getLogger(PluginSource.class);

    private final Path directory;
    private final FileObserver observer;
    private final NodeEvents events;

    /** Programs that were found fit, and need no other look until they change. */
    private final Set<Fingerprint> fit = new HashSet<>();

    /** Programs that the log has told of; what the node's other programs say of them may change. */
    private final Set<Fingerprint> unusual = new HashSet<>();

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
     *
     * @param programs where they are to go, in this container
     */
    Result<List<Plugin>> observe(Path programs) {
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
                var unfit = unfit(file, fingerprint, programs);
                if (unfit.isPresent()) {
                    return new Result.Not<>(unfit.get());
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
    private Optional<String> unfit(Path file, Fingerprint fingerprint, Path programs) throws IOException {
        if (fit.contains(fingerprint)) {
            return Optional.empty();
        }
        var problem = ProgramImage.problem(file, programs);
        if (problem.isPresent()) {
            var reason = "the plugin " + file + " " + problem.get().reason();
            switch (problem.get()) {
                case ProgramImage.Problem.NotWhole _ -> {
                    return Optional.of(reason);
                }
                case ProgramImage.Problem.Foreign _ -> {
                    events.tell(NodeEvents.Reason.PluginUnfit, reason);
                    return Optional.of(reason);
                }
                case ProgramImage.Problem.Unsure _ -> {
                    if (unusual.add(fingerprint)) {
                        log.atWarn().addKeyValue("reason", reason).log("unusual plugin");
                    }
                    return Optional.empty();
                }
            }
        }
        fit.add(fingerprint);
        return Optional.empty();
    }
}
