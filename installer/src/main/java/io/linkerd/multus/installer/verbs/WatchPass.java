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
import io.linkerd.multus.installer.verbs.manifests.Manifest;
import io.linkerd.multus.service.files.FileChangeFailed;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One pass of a watch over node and cluster: what is right already is not touched, and nothing is said of it. */
@Singleton
final class WatchPass {
    private final VerbTurns turns;
    private final VerbPlanner planner;
    private final ClusterObjects cluster;

    /** Manifests as this process has applied them last. */
    private final Set<Manifest> current = ConcurrentHashMap.newKeySet();

    WatchPass(VerbTurns turns, VerbPlanner planner, ClusterObjects cluster) {
        this.turns = turns;
        this.planner = planner;
        this.cluster = cluster;
    }

    /** {@return whether all of it was done} */
    Result<Boolean> make(Change change, Map<String, String> environment, Console console) throws InterruptedException {
        var begun = turns.take(
                change,
                (turn, applied) -> planner.plan(change, turn.entries(), applied, environment)
                        .then(plan -> put(plan.put(), turn, console).map(_ -> plan)));
        return switch (begun) {
            case Result.Not<VerbPlan>(var reason) -> new Result.Not<>(reason);
            case Result.Ok<VerbPlan>(var plan) -> {
                var applied = apply(plan, change, console);
                yield applied instanceof Result.Ok<Boolean> ? remove(plan, change, console) : applied;
            }
        };
    }

    private static Result<Boolean> put(List<Put> files, NodeTurn turn, Console console) {
        for (var put : files) {
            switch (turn.put(put.file())) {
                case Result.Not<Boolean> not -> {
                    return not;
                }
                case Result.Ok<Boolean>(var written) -> say(written, "Installed", put.kind(), put.name(), console);
            }
        }
        return new Result.Ok<>(true);
    }

    private Result<Boolean> apply(VerbPlan plan, Change change, Console console) throws InterruptedException {
        current.retainAll(plan.applied());
        for (var manifest : plan.applied()) {
            if (current.contains(manifest)) {
                continue;
            }
            var done = remember(change, manifest);
            if (done instanceof Result.Ok<Boolean>) {
                done = cluster.apply(manifest);
            }
            if (done instanceof Result.Not<Boolean>) {
                return done;
            }
            current.add(manifest);
            say(true, "Installed", AssetKind.MANIFEST, manifest.name(), console);
        }
        return new Result.Ok<>(true);
    }

    private Result<Boolean> remove(VerbPlan plan, Change change, Console console) throws InterruptedException {
        for (var removal : plan.removed()) {
            switch (cluster.delete(removal.objects())) {
                case Result.Not<List<String>>(var reason) -> {
                    return new Result.Not<>(reason);
                }
                case Result.Ok<List<String>>(var stays) -> stays.forEach(console::say);
            }
            say(true, "Uninstalled", AssetKind.MANIFEST, removal.name(), console);
        }
        if (plan.removed().isEmpty() && plan.ended().isEmpty()) {
            return new Result.Ok<>(true);
        }
        return turns.take(change, (turn, applied) -> {
            var left = applied;
            for (var removal : plan.removed()) {
                left = left.without(change.owner(), removal.name());
            }
            save(left, applied);
            return end(plan.ended(), turn, console);
        });
    }

    private static Result<Boolean> end(List<End> files, NodeTurn turn, Console console) {
        for (var end : files) {
            switch (turn.end(end.path())) {
                case Result.Not<Ending>(var reason) -> {
                    return new Result.Not<>(reason);
                }
                case Result.Ok<Ending>(var ending) -> {
                    say(ending == Ending.GONE, "Uninstalled", end.kind(), end.name(), console);
                    if (ending == Ending.LEFT) {
                        console.say(end.path() + " stays: somebody has changed it since");
                    }
                }
            }
        }
        return new Result.Ok<>(true);
    }

    private Result<Boolean> remember(Change change, Manifest manifest) throws InterruptedException {
        return turns.take(change, (_, applied) -> {
            save(applied.with(change.owner(), manifest), applied);
            return new Result.Ok<>(true);
        });
    }

    private void save(AppliedManifests now, AppliedManifests before) throws FileChangeFailed {
        if (!now.equals(before)) {
            turns.remember(now);
        }
    }

    private static void say(boolean done, String what, AssetKind kind, String name, Console console) {
        if (done) {
            console.say(what + " " + kind.words() + " " + name + ".");
        }
    }
}
