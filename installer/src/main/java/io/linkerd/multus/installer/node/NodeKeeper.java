// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.health.Pulse;
import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.node.NodePlan.Obstacle;
import io.linkerd.multus.installer.node.PacedLoop.Look;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.platform.PlatformFinder;
import io.linkerd.multus.service.files.DirectoryWatch;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileTrouble;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the node right: looks at the whole, plans, and writes what differs, when it is time to.
 *
 * <p>Runs on one thread, and is the only one that changes the node until it has been stopped.
 */
@Singleton
public final class NodeKeeper {
    private static final Logger log = LoggerFactory.getLogger(NodeKeeper.class);

    private final NodeHold hold;
    private final PlatformFinder platform;
    private final DesiredFinder finder;
    private final NodeFiles files;
    private final DirectoryWatch directories;
    private final Fights fights;
    private final ChangeLog changes;
    private final Readiness readiness;
    private final Pulse pulse;
    private final PacedLoop loop;
    private final HeapTrim heap;

    NodeKeeper(
            NodeHold hold,
            PlatformFinder platform,
            DesiredFinder finder,
            NodeFiles files,
            DirectoryWatch directories,
            Fights fights,
            ChangeLog changes,
            Readiness readiness,
            Pulse pulse,
            PacedLoop loop,
            HeapTrim heap) {
        this.hold = hold;
        this.platform = platform;
        this.finder = finder;
        this.files = files;
        this.directories = directories;
        this.fights = fights;
        this.changes = changes;
        this.readiness = readiness;
        this.pulse = pulse;
        this.loop = loop;
        this.heap = heap;
    }

    /** Keeps the node, which has to be taken, until stopped. */
    public void run() throws InterruptedException {
        loop.run(depth -> {
            var look = tryOnce(depth);
            heap.after(look, depth);
            return look;
        });
    }

    private Look tryOnce(Depth depth) throws InterruptedException {
        pulse.beat();
        files.begin(depth);
        try {
            return once();
        } catch (FileChangeFailed e) {
            changes.failed(e);
            readiness.become(withCure(List.of(String.valueOf(e.getMessage()))));
            return new Look.Failed();
        } catch (IOException e) {
            readiness.become(List.of("the lock for changes of the node failed: " + FileTrouble.inWords(e)));
            return new Look.Failed();
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("looking after the node failed in a way that it should not; trying again");
            readiness.become(List.of("internal error: " + e));
            return new Look.Failed();
        }
    }

    private Look once() throws FileChangeFailed, IOException, InterruptedException {
        changes.beginRound();
        try (var _ = hold.turn()) {
            var journal = hold.journal();
            return journal.isPresent() ? look(journal.get()) : new Look.Failed();
        }
    }

    private Look look(Journal journal) {
        var recognition = platform.recognise(NodePlatform.named(journal.platform()));
        directories.follow(finder.watched(recognition, journal)); // before the look, so that nothing falls between
        var desired = finder.find(recognition, journal);
        var postponed = fights.postponed(files::unchangedFor);
        var plan = NodePlan.of(desired, files.observe(desired, journal, postponed.keySet()));
        if (plan.changes(journal)) {
            return carryOut(plan, journal);
        }
        quiet(desired, plan.obstacles());
        return plan.obstacles().stream()
                .flatMap(obstacle -> Optional.ofNullable(postponed.get(obstacle.path())).stream())
                .min(Comparator.naturalOrder())
                .<Look>map(Look.GivingWay::new)
                .or(() -> desired.unsettled().map(Look.Unsettled::new))
                .orElseGet(Look.Quiet::new);
    }

    private void quiet(Desired desired, List<Obstacle> obstacles) {
        fights.judge(obstacles.stream().map(Obstacle::path).collect(Collectors.toSet()));
        var reasons = Stream.concat(
                        desired.problems().stream(), obstacles.stream().map(Obstacle::toString))
                .toList();
        if (!reasons.isEmpty() || desired.unsettled().isEmpty()) { // else nobody knows yet whether we are ready
            readiness.become(reasons);
        }
    }

    private Look carryOut(NodePlan plan, Journal journal) {
        if (!changes.isFailing()) { // else the reason that is known says more, and both would take turns in the log
            repair(plan).ifPresent(reason -> readiness.become(List.of(reason)));
        }
        var applied = files.apply(plan, journal);
        hold.became(applied.journal());
        if (applied.failures().isEmpty()) {
            return new Look.Changed();
        }
        readiness.become(withCure(applied.failures()));
        return new Look.Failed();
    }

    private List<String> withCure(List<String> failures) {
        return changes.isDeniedByModule()
                ? Stream.concat(failures.stream(), platform.moduleCure().stream())
                        .toList()
                : failures;
    }

    /** What somebody else has undone, in words; a newer content of ours is no reason to be unready. */
    private static Optional<String> repair(NodePlan plan) {
        return plan.actions().stream()
                .flatMap(action -> action instanceof NodeAction.Put(var file, var reason) && reason.isDrift()
                        ? Stream.of(file.path() + " was " + reason.label() + " by another process; repairing it")
                        : Stream.empty())
                .findFirst();
    }
}
