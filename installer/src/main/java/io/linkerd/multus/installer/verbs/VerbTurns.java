// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.NodeTurn;
import io.linkerd.multus.installer.node.NodeTurns;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.verbs.VerbCommand.Change;
import io.linkerd.multus.installer.verbs.manifests.AppliedManifests;
import io.linkerd.multus.installer.verbs.manifests.ManifestStore;
import io.linkerd.multus.service.files.FileChangeFailed;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;

/** The turns of a verb at the node, where it finds what it, or an earlier one, has done. */
@Singleton
final class VerbTurns {
    /** A daemon's look at the node takes milliseconds, on a slow disk a second or two. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final InstallerSettings settings;
    private final NodeTurns turns;
    private final ManifestStore manifests;

    VerbTurns(InstallerSettings settings, NodeTurns turns, ManifestStore manifests) {
        this.settings = settings;
        this.turns = turns;
        this.manifests = manifests;
    }

    /** What is done in a turn. */
    @FunctionalInterface
    interface Work<T> {
        Result<T> in(NodeTurn turn, AppliedManifests applied) throws FileChangeFailed;
    }

    /** {@return what became of the work, or why it was not done} */
    <T> Result<T> take(Change change, Work<T> work) throws InterruptedException {
        var self = change.verb().name().toLowerCase(Locale.ROOT) + " of " + change.owner() + " in "
                + settings.release().podName();
        return switch (turns.take(change.owner(), self, PATIENCE)) {
            case Result.Not<NodeTurn>(var reason) -> new Result.Not<>(reason);
            case Result.Ok<NodeTurn>(var turn) -> in(turn, work);
        };
    }

    /** Writes down what was applied to the cluster, or is about to be, where that is something else than before; in a turn. */
    void remember(AppliedManifests now, AppliedManifests before) throws FileChangeFailed {
        if (!now.equals(before)) {
            manifests.save(turns.directory(), now);
        }
    }

    private <T> Result<T> in(NodeTurn taken, Work<T> work) {
        try (var turn = taken) {
            return switch (manifests.load(turns.directory())) {
                case Result.Not<AppliedManifests>(var reason) -> new Result.Not<>(reason);
                case Result.Ok<AppliedManifests>(var applied) -> work.in(turn, applied);
            };
        } catch (IOException | FileChangeFailed e) {
            return new Result.Not<>(String.valueOf(e.getMessage()));
        }
    }
}
