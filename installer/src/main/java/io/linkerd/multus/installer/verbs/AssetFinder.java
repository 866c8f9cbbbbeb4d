// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.DesiredFile;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.verbs.VerbPlan.Put;
import io.linkerd.multus.installer.verbs.manifests.Manifest;
import io.linkerd.multus.installer.verbs.templates.Template;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.files.ProgramImage;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what is to be installed, by name: it is all there, or there is a reason. */
@Singleton
public final class AssetFinder {
    private static final int PROGRAM_MODE = 0755;
    private static final int EVERYBODY_READS = 0644;

    private final SourceFolder plugins;
    private final SourceFolder templates;
    private final SourceFolder manifests;
    private final NodeFolders node;
    private final Ownership self;

    AssetFinder(InstallerSettings settings, NodeFolders node, Ownership self) {
        this.plugins = new SourceFolder(settings.node().pluginSource());
        this.templates = new SourceFolder(settings.verbs().templates());
        this.manifests = new SourceFolder(settings.verbs().manifests());
        this.node = node;
        this.self = self;
    }

    /** {@return folders of this container and of the host whose changes matter} */
    Set<Path> watched() {
        return Stream.concat(
                        Stream.of(plugins, templates, manifests).map(SourceFolder::directory),
                        Stream.of(AssetKind.PLUGIN, AssetKind.CONFIG).flatMap(node::watched))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** {@return the names of all plugins that could be installed} */
    public Result<List<String>> list() {
        try (var files = Files.list(plugins.directory())) {
            return new Result.Ok<>(files.filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList());
        } catch (IOException e) {
            return new Result.Not<>(plugins.directory() + " cannot be read: " + FileTrouble.inWords(e));
        }
    }

    Result<List<Put>> plugins(AssetNames names) {
        var found = new ArrayList<Put>();
        for (var name : names.names()) {
            var put = node.directory(AssetKind.PLUGIN)
                    .then(directory -> plugins.file(name).then(file -> plugin(directory + "/" + name, file)))
                    .map(file -> found.add(new Put(AssetKind.PLUGIN, name, file)));
            if (put instanceof Result.Not<Boolean>(var reason)) {
                return new Result.Not<>(AssetKind.PLUGIN.named(name) + ": " + reason);
            }
        }
        return new Result.Ok<>(found);
    }

    /** What an earlier one of the same names will be is what a later one takes in. */
    Result<List<Put>> configurations(AssetNames names) {
        var found = new ArrayList<Put>();
        var rendered = new HashMap<String, String>();
        var takenIn = new TakenIn();
        for (var name : names.names()) {
            var put = node.directory(AssetKind.CONFIG)
                    .then(directory -> filled(name, rendered, takenIn).map(text -> {
                        rendered.put(name, text);
                        return found.add(new Put(AssetKind.CONFIG, name, network(directory + "/" + name, text)));
                    }));
            if (put instanceof Result.Not<Boolean>(var reason)) {
                return new Result.Not<>(AssetKind.CONFIG.named(name) + ": " + reason);
            }
        }
        return new Result.Ok<>(found);
    }

    Result<List<Manifest>> manifests(AssetNames names, Map<String, String> environment) {
        var found = new ArrayList<Manifest>();
        for (var name : names.names()) {
            var read = manifests
                    .text(name)
                    .then(text -> Manifest.read(name, text, environment))
                    .map(found::add);
            if (read instanceof Result.Not<Boolean>(var reason)) {
                return new Result.Not<>(AssetKind.MANIFEST.named(name) + ": " + reason);
            }
        }
        return new Result.Ok<>(found);
    }

    private Result<String> filled(String name, Map<String, String> rendered, TakenIn takenIn) {
        return templates
                .text(name)
                .then(text -> new Template(name, text).render(file -> {
                    takenIn.add(name, node.nameOf(file));
                    return network(file, rendered);
                }))
                .then(text -> takenIn.cycle(name)
                        .<Result<String>>map(file -> new Result.Not<>(
                                "points to " + file + ", which takes it in, too: both would grow without end"))
                        .orElseGet(() -> new Result.Ok<>(text)));
    }

    private Result<String> network(String file, Map<String, String> rendered) {
        var text = rendered.get(file);
        return text == null ? node.network(file) : new Result.Ok<>(text);
    }

    private Result<DesiredFile> plugin(String path, Path source) {
        try {
            var foreign = ProgramImage.whyForeign(source, node.at(path.substring(0, path.lastIndexOf('/'))));
            if (foreign.isPresent()) {
                return new Result.Not<>(source + " " + foreign.get());
            }
            var content = new Content.Copy(source, Fingerprint.of(source));
            return new Result.Ok<>(new DesiredFile(path, content, self.withMode(PROGRAM_MODE), EntryKind.PLUGIN));
        } catch (IOException e) {
            return new Result.Not<>(source + " cannot be read: " + FileTrouble.inWords(e));
        }
    }

    private DesiredFile network(String path, String text) {
        return new DesiredFile(path, new Content.Text(text), self.withMode(EVERYBODY_READS), EntryKind.NETWORK);
    }
}
