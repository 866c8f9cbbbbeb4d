// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.NodeTurn;
import io.linkerd.multus.installer.node.NodeTurn.Ending;
import io.linkerd.multus.installer.node.NodeTurn.Putting;
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

    /** Changes node and cluster, and tells the console of it. {@return what was done of it, or why not all of it} */
    public Result<Carried> carryOut(Change change, Map<String, String> environment, Console console)
            throws InterruptedException {
        var begun = change.needsNode() || node.state().isPresent()
                ? turns.take(change, (turn, applied) -> begin(change, environment, turn, applied, console))
                : planner.plan(change, List.of(), AppliedManifests.NONE, environment)
                        .map(plan -> new Begun(plan, Carried.NOTHING));
        return switch (begun) {
            case Result.Not<Begun>(var reason) -> new Result.Not<>(reason);
            case Result.Ok<Begun>(var so) -> goOn(so, change, console);
        };
    }

    /** Files are in place. */
    private record Begun(VerbPlan plan, Carried put) {}

    private Result<Carried> goOn(Begun begun, Change change, Console console) throws InterruptedException {
        var plan = begun.plan();
        var all = apply(plan.applied(), console).map(begun.put()::and);
        all = all instanceof Result.Ok<Carried>(var so)
                ? remove(plan.removed(), console).map(so::and)
                : all;
        return all instanceof Result.Ok<Carried>(var so)
                ? end(plan, change, console).map(so::and)
                : all;
    }

    /** Puts files, and writes down what is applied to the cluster next, so that it can be taken away again whatever happens. */
    private Result<Begun> begin(
            Change change, Map<String, String> environment, NodeTurn turn, AppliedManifests applied, Console console)
            throws FileChangeFailed {
        var planned = planner.plan(change, turn.entries(), applied, environment);
        var put = planned.then(plan -> put(plan.put(), turn, console).map(done -> new Begun(plan, done)));
        if (put instanceof Result.Ok<Begun>(var begun)) {
            turns.remember(applied.with(change.owner(), begun.plan().applied()), applied);
        }
        return put;
    }

    /** A file that has to wait keeps no other from its place. */
    private static Result<Carried> put(List<Put> files, NodeTurn turn, Console console) {
        var all = Carried.NOTHING;
        for (var put : files) {
            var what = put.kind().named(put.name());
            console.begin("Installing", what);
            switch (turn.put(put.file())) {
                case Result.Not<Putting>(var reason) -> {
                    return new Result.Not<>(reason);
                }
                case Result.Ok<Putting>(Putting.GivingWay(var pause)) ->
                    all = all.and(Carried.givingWay(put.file().path(), pause));
                case Result.Ok<Putting>(Putting.InPlace _) -> console.end("Installed", what, false);
                case Result.Ok<Putting>(Putting.Written _) -> {
                    console.end("Installed", what, true);
                    all = all.and(Carried.SOMETHING);
                }
            }
        }
        return done(files, all, console);
    }

    private Result<Carried> apply(List<Manifest> desired, Console console) throws InterruptedException {
        current.retainAll(desired);
        var all = Carried.NOTHING;
        for (var manifest : desired) {
            if (current.contains(manifest)) {
                continue;
            }
            var what = AssetKind.MANIFEST.named(manifest.name());
            console.begin("Installing", what);
            if (cluster.apply(manifest) instanceof Result.Not<Boolean>(var reason)) {
                return new Result.Not<>(reason);
            }
            current.add(manifest);
            console.end("Installed", what, true);
            all = Carried.SOMETHING;
        }
        return done(desired, all, console);
    }

    private Result<Carried> remove(List<Removal> removals, Console console) {
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
        return done(removals, removals.isEmpty() ? Carried.NOTHING : Carried.SOMETHING, console);
    }

    private Result<Carried> end(VerbPlan plan, Change change, Console console) throws InterruptedException {
        if (plan.ended().isEmpty() && (plan.removed().isEmpty() || node.state().isEmpty())) {
            return new Result.Ok<>(Carried.NOTHING);
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

    private Result<Carried> end(List<End> files, Change change, NodeTurn turn, Console console) {
        var all = Carried.NOTHING;
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
                    all = ending == Ending.NOTHING ? all : Carried.SOMETHING;
                }
            }
        }
        return done(files, all, console);
    }

    private static Result<Carried> done(List<?> steps, Carried all, Console console) {
        console.done(steps);
        return new Result.Ok<>(all);
    }

    private Optional<String> whyItStays(Ending ending, End end, Change change) {
        return switch (ending) {
            case GONE -> Optional.empty();
            case LEFT -> Optional.of("another process has changed it since");
            case NOTHING ->
                Files.exists(node.at(end.path()), LinkOption.NOFOLLOW_LINKS)
                        ? Optional.of(change.owner() + " has not put it there")
                        : Optional.empty();
        };
    }
}
