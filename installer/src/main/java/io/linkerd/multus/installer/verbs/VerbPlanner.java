// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.VerbSettings;
import io.linkerd.multus.installer.verbs.ChangeVerb.Difference;
import io.linkerd.multus.installer.verbs.VerbCommand.Change;
import io.linkerd.multus.installer.verbs.VerbPlan.End;
import io.linkerd.multus.installer.verbs.VerbPlan.Removal;
import io.linkerd.multus.installer.verbs.manifests.AppliedManifests;
import io.linkerd.multus.installer.verbs.manifests.Manifest;
import io.linkerd.multus.installer.verbs.manifests.ObjectName;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a plan of what is asked for and what is there. */
@Singleton
final class VerbPlanner {
    private final AssetFinder assets;
    private final NodeFolders node;
    private final String namespace;

    VerbPlanner(InstallerSettings settings, AssetFinder assets, NodeFolders node) {
        this.assets = assets;
        this.node = node;
        this.namespace = settings.release().namespace();
    }

    /**
     * {@return the whole plan, or the first reason why there is none}
     *
     * @param entries what the owner has on the node
     * @param applied what was applied to the cluster from here
     */
    Result<VerbPlan> plan(
            Change change, List<JournalEntry> entries, AppliedManifests applied, Map<String, String> environment) {
        var plugins = difference(change, AssetKind.PLUGIN, ours(AssetKind.PLUGIN, entries));
        var configurations = difference(change, AssetKind.CONFIG, ours(AssetKind.CONFIG, entries));
        var manifests = difference(change, AssetKind.MANIFEST, new AssetNames(applied.names(change.owner())));
        return assets.plugins(plugins.install())
                .then(first -> assets.configurations(configurations.install()).map(second -> joined(first, second)))
                .then(put -> ends(configurations, plugins)
                        .then(ended -> assets.manifests(manifests.install(), environment)
                                .then(apply -> removals(
                                                manifests.uninstall(),
                                                change,
                                                applied.with(change.owner(), apply),
                                                environment)
                                        .map(removed -> new VerbPlan(put, apply, removed, ended)))))
                .then(plan -> plan.needsCluster() ? inCluster(plan, environment) : new Result.Ok<>(plan));
    }

    private static Result<VerbPlan> inCluster(VerbPlan plan, Map<String, String> environment) {
        return switch (VerbSettings.cluster(environment)) {
            case Result.Ok<Boolean> _ -> new Result.Ok<>(plan);
            case Result.Not<Boolean>(var reason) -> new Result.Not<>("no cluster to apply manifests to: " + reason);
        };
    }

    private static Difference difference(Change change, AssetKind kind, AssetNames ours) {
        return Optional.ofNullable(change.wishes().get(kind))
                .map(wish -> change.verb().difference(wish, ours))
                .orElseGet(() -> new Difference(AssetNames.NONE, AssetNames.NONE));
    }

    /** What another manifest has stays: a manifest that got another name is two, of which one is to be removed. */
    private Result<List<Removal>> removals(
            AssetNames names, Change change, AppliedManifests applied, Map<String, String> environment) {
        var staying = applied;
        for (var name : names.names()) {
            staying = staying.without(change.owner(), name);
        }
        var removals = new ArrayList<Removal>();
        for (var name : names.names()) {
            switch (objects(name, change, applied, environment)) {
                case Result.Not<List<ObjectName>>(var reason) -> {
                    return new Result.Not<>(reason);
                }
                case Result.Ok<List<ObjectName>>(var objects) ->
                    removals.add(new Removal(name, staying.strangers(objects, namespace)));
            }
        }
        return new Result.Ok<>(removals);
    }

    /** Where nothing was ever applied from here, or that is not known, the file has to tell. */
    private Result<List<ObjectName>> objects(
            String name, Change change, AppliedManifests applied, Map<String, String> environment) {
        return applied.objects(change.owner(), name)
                .<Result<List<ObjectName>>>map(Result.Ok::new)
                .orElseGet(() -> assets.manifests(new AssetNames(List.of(name)), environment)
                        .map(read -> read.stream()
                                .map(Manifest::names)
                                .flatMap(List::stream)
                                .toList()));
    }

    private Result<List<End>> ends(Difference configurations, Difference plugins) {
        return ends(AssetKind.CONFIG, configurations.uninstall())
                .then(first -> ends(AssetKind.PLUGIN, plugins.uninstall()).map(second -> joined(first, second)));
    }

    private Result<List<End>> ends(AssetKind kind, AssetNames names) {
        return names.names().isEmpty()
                ? new Result.Ok<>(List.of())
                : node.directory(kind)
                        .map(directory -> names.names().stream()
                                .map(name -> new End(kind, name, directory + "/" + name))
                                .toList());
    }

    /** Where a folder is not mounted nothing of it is known, and nothing can be done in it. */
    private AssetNames ours(AssetKind kind, List<JournalEntry> entries) {
        var written = kind == AssetKind.PLUGIN ? EntryKind.PLUGIN : EntryKind.NETWORK;
        var prefix = node.directory(kind).orElse(_ -> "") + "/";
        return new AssetNames(entries.stream()
                .filter(entry -> entry.kind() == written && entry.path().startsWith(prefix))
                .map(entry -> entry.path().substring(prefix.length()))
                .filter(name -> !name.contains("/"))
                .toList());
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
