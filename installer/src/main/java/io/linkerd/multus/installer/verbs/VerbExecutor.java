// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.NodeTurn;
import io.linkerd.multus.installer.node.NodeTurn.Ending;
import io.linkerd.multus.installer.verbs.VerbCommand.Change;
import io.linkerd.multus.installer.verbs.VerbPlan.End;
import io.linkerd.multus.installer.verbs.VerbPlan.Put;
import io.linkerd.multus.installer.verbs.VerbPlan.Removal;
import io.linkerd.multus.installer.verbs.manifests.AppliedManifests;
import io.linkerd.multus.installer.verbs.manifests.ClusterObjects;
import io.linkerd.multus.installer.verbs.manifests.Manifest;
import io.linkerd.multus.service.files.FileChangeFailed;
import jakarta.inject.Singleton;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Carries out what a verb asks for, or a watch, which asks again and again. What is needed for it is looked for first, and all of it; what
 * was done before a failure stays done. What is right already is not touched.
 *
 * <p>The node is changed in turns, and the cluster outside of them, since an API server may take its time.
 */
@Singleton
public final class VerbExecutor {
    private final VerbTurns turns;
    private final VerbPlanner planner;
    private final NodeFolders node;
    private final ClusterObjects cluster;

    /** Manifests as this process has applied them last. */
    private final Set<Manifest> current = ConcurrentHashMap.newKeySet();

    VerbExecutor(VerbTurns turns, VerbPlanner planner, NodeFolders node, ClusterObjects cluster) {
        this.turns = turns;
        this.planner = planner;
        this.node = node;
        this.cluster = cluster;
    }

    /** Changes node and cluster, and tells the console of it. {@return whether all of it was done, or why not} */
    public Result<Boolean> carryOut(Change change, Map<String, String> environment, Console console)
            throws InterruptedException {
        var begun = change.needsNode() || node.state().isPresent()
                ? turns.take(change, (turn, applied) -> begin(change, environment, turn, applied, console))
                : planner.plan(change, List.of(), AppliedManifests.NONE, environment);
        if (begun instanceof Result.Ok<VerbPlan>(var plan)) {
            var inCluster = apply(plan.applied(), console);
            inCluster = inCluster instanceof Result.Ok<Boolean> ? remove(plan.removed(), console) : inCluster;
            return inCluster instanceof Result.Ok<Boolean> ? end(plan, change, console) : inCluster;
        }
        return begun.map(_ -> true);
    }

    /** Puts files, and writes down what is applied to the cluster next, so that it can be taken away again whatever happens. */
    private Result<VerbPlan> begin(
            Change change, Map<String, String> environment, NodeTurn turn, AppliedManifests applied, Console console)
            throws FileChangeFailed {
        var planned = planner.plan(change, turn.entries(), applied, environment);
        var put = planned.then(plan -> put(plan.put(), turn, console).map(_ -> plan));
        if (put instanceof Result.Ok<VerbPlan>(var plan)) {
            turns.remember(applied.with(change.owner(), plan.applied()), applied);
        }
        return put;
    }

    private static Result<Boolean> put(List<Put> files, NodeTurn turn, Console console) {
        for (var put : files) {
            var what = put.kind().named(put.name());
            console.begin("Installing", what);
            switch (turn.put(put.file())) {
                case Result.Not<Boolean> not -> {
                    return not;
                }
                case Result.Ok<Boolean>(var written) -> console.end("Installed", what, written);
            }
        }
        return console.done(files);
    }

    private Result<Boolean> apply(List<Manifest> desired, Console console) throws InterruptedException {
        current.retainAll(desired);
        for (var manifest : desired) {
            if (current.contains(manifest)) {
                continue;
            }
            var what = AssetKind.MANIFEST.named(manifest.name());
            console.begin("Installing", what);
            if (cluster.apply(manifest) instanceof Result.Not<Boolean> not) {
                return not;
            }
            current.add(manifest);
            console.end("Installed", what, true);
        }
        return console.done(desired);
    }

    private Result<Boolean> remove(List<Removal> removals, Console console) {
        for (var removal : removals) {
            var what = AssetKind.MANIFEST.named(removal.name());
            console.begin("Uninstalling", what);
            switch (cluster.delete(removal.objects())) {
                case Result.Not<List<String>>(var reason) -> {
                    return new Result.Not<>(reason);
                }
                case Result.Ok<List<String>>(var stays) -> stays.forEach(console::say);
            }
            console.end("Uninstalled", what, true);
        }
        return console.done(removals);
    }

    private Result<Boolean> end(VerbPlan plan, Change change, Console console) throws InterruptedException {
        if (plan.ended().isEmpty() && (plan.removed().isEmpty() || node.state().isEmpty())) {
            return new Result.Ok<>(true);
        }
        return turns.take(change, (turn, applied) -> {
            var left = applied;
            for (var removal : plan.removed()) {
                left = left.without(change.owner(), removal.name());
            }
            turns.remember(left, applied);
            return end(plan.ended(), change, turn, console);
        });
    }

    private Result<Boolean> end(List<End> files, Change change, NodeTurn turn, Console console) {
        for (var end : files) {
            var what = end.kind().named(end.name());
            console.begin("Uninstalling", what);
            switch (turn.end(end.path())) {
                case Result.Not<Ending>(var reason) -> {
                    return new Result.Not<>(reason);
                }
                case Result.Ok<Ending>(var ending) -> {
                    console.end("Uninstalled", what, ending == Ending.GONE);
                    whyItStays(ending, end, change).ifPresent(why -> console.say(end.path() + " stays: " + why));
                }
            }
        }
        return console.done(files);
    }

    private Optional<String> whyItStays(Ending ending, End end, Change change) {
        return switch (ending) {
            case GONE -> Optional.empty();
            case LEFT -> Optional.of("somebody has changed it since");
            case NOTHING ->
                Files.exists(node.at(end.path()), LinkOption.NOFOLLOW_LINKS)
                        ? Optional.of(change.owner() + " has not put it there")
                        : Optional.empty();
        };
    }
}
