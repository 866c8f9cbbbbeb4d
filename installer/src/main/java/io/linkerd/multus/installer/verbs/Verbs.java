// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.NodeTurn;
import io.linkerd.multus.installer.node.NodeTurn.Ending;
import io.linkerd.multus.installer.verbs.VerbCommand.Change;
import io.linkerd.multus.installer.verbs.VerbPlan.End;
import io.linkerd.multus.installer.verbs.VerbPlan.Put;
import io.linkerd.multus.installer.verbs.manifests.AppliedManifests;
import io.linkerd.multus.installer.verbs.manifests.ClusterObjects;
import io.linkerd.multus.service.files.FileChangeFailed;
import jakarta.inject.Singleton;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Does what a verb asks for. What is needed for it is looked for first, and all of it; what was done before a failure stays done.
 *
 * <p>The node is changed in turns, and the cluster outside of them, since an API server may take its time.
 */
@Singleton
public final class Verbs {
    private final VerbTurns turns;
    private final VerbPlanner planner;
    private final AssetFinder assets;
    private final NodeFolders node;
    private final ClusterObjects cluster;

    Verbs(VerbTurns turns, VerbPlanner planner, AssetFinder assets, NodeFolders node, ClusterObjects cluster) {
        this.turns = turns;
        this.planner = planner;
        this.assets = assets;
        this.node = node;
        this.cluster = cluster;
    }

    /** Prints the plugins that could be installed, and tells whether that was possible. */
    public boolean list(Console console) {
        return succeeded(
                assets.list().map(names -> {
                    names.forEach(console::say);
                    return true;
                }),
                console);
    }

    /** Changes node and cluster, and tells whether all of it was done. */
    public boolean change(Change change, Map<String, String> environment, Console console) throws InterruptedException {
        var begun = change.needsNode() || node.state().isPresent()
                ? turns.take(change, (turn, applied) -> begin(change, environment, turn, applied, console))
                : planner.plan(change, List.of(), AppliedManifests.NONE, environment);
        return switch (begun) {
            case Result.Not<VerbPlan>(var reason) -> succeeded(new Result.Not<>(reason), console);
            case Result.Ok<VerbPlan>(var plan) ->
                succeeded(inCluster(plan, console), console) && succeeded(end(plan, change, console), console);
        };
    }

    private Result<VerbPlan> begin(
            Change change, Map<String, String> environment, NodeTurn turn, AppliedManifests applied, Console console)
            throws FileChangeFailed {
        var plan = planner.plan(change, turn.entries(), applied, environment);
        if (plan instanceof Result.Ok<VerbPlan>(var whole) && !whole.applied().isEmpty()) {
            turns.remember(applied.with(change.owner(), whole.applied()));
        }
        return plan.then(whole -> put(whole.put(), turn, console).map(_ -> whole));
    }

    private Result<Boolean> inCluster(VerbPlan plan, Console console) throws InterruptedException {
        for (var manifest : plan.applied()) {
            console.say("Installing " + AssetKind.MANIFEST.words() + " " + manifest.name() + "...");
            if (cluster.apply(manifest) instanceof Result.Not<Boolean> not) {
                return not;
            }
        }
        done(plan.applied().isEmpty(), console);
        for (var removal : plan.removed()) {
            console.say("Uninstalling " + AssetKind.MANIFEST.words() + " " + removal.name() + "...");
            switch (cluster.delete(removal.objects())) {
                case Result.Not<List<String>>(var reason) -> {
                    return new Result.Not<>(reason);
                }
                case Result.Ok<List<String>>(var stays) -> stays.forEach(console::say);
            }
        }
        return done(plan.removed().isEmpty(), console);
    }

    private Result<Boolean> end(VerbPlan plan, Change change, Console console) throws InterruptedException {
        boolean nothing = plan.ended().isEmpty() && plan.removed().isEmpty();
        if (nothing || (plan.ended().isEmpty() && node.state().isEmpty())) {
            return new Result.Ok<>(true);
        }
        return turns.take(change, (turn, applied) -> {
            var remembered = applied;
            for (var removal : plan.removed()) {
                remembered = remembered.without(change.owner(), removal.name());
            }
            if (!remembered.equals(applied)) {
                turns.remember(remembered);
            }
            return end(plan.ended(), change, turn, console);
        });
    }

    private static Result<Boolean> put(List<Put> files, NodeTurn turn, Console console) {
        for (var put : files) {
            console.say("Installing " + put.kind().words() + " " + put.name() + "...");
            if (turn.put(put.file()) instanceof Result.Not<Boolean> not) {
                return not;
            }
        }
        return done(files.isEmpty(), console);
    }

    private Result<Boolean> end(List<End> files, Change change, NodeTurn turn, Console console) {
        for (var end : files) {
            console.say("Uninstalling " + end.kind().words() + " " + end.name() + "...");
            switch (turn.end(end.path())) {
                case Result.Not<Ending>(var reason) -> {
                    return new Result.Not<>(reason);
                }
                case Result.Ok<Ending>(var ending) ->
                    whyItStays(ending, end, change).ifPresent(why -> console.say(end.path() + " stays: " + why));
            }
        }
        return done(files.isEmpty(), console);
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

    private static Result<Boolean> done(boolean nothing, Console console) {
        if (!nothing) {
            console.say("Done.");
        }
        return new Result.Ok<>(true);
    }

    private static boolean succeeded(Result<Boolean> result, Console console) {
        return result.orElse(reason -> {
            console.complain(reason);
            return false;
        });
    }
}
