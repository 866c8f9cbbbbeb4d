// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.server.Answer;
import io.linkerd.multus.daemon.server.RequestHandler;
import io.linkerd.multus.daemon.server.RequestHandler.Work;
import io.linkerd.multus.daemon.server.RequestMetrics;
import io.linkerd.multus.daemon.spool.SpoolCounts.Ending;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Waits;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.Ownership;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The DELs that shims have kept while no daemon answered.
 *
 * <p>A file is removed after its DEL is done, so that a daemon that is killed leaves the file or the work done; DEL may be repeated. The order of the
 * container runtime's requests is kept in two ways. The daemon says that it is ready after the first replay, so that a new pod of the same name finds
 * the addresses of the old one free. And an ADD first carries out what the spool has of its container ({@link #handler}): a runtime that uses a
 * container's name again, which kubelet's do not, has had that DEL for done, and it must not come after the ADD.
 */
public final class Spool {
    private static final Logger log = LoggerFactory.getLogger(Spool.class);

    /** A shim waits a minute with an ADD for a daemon that is not ready. */
    public static final Duration LONGEST_START = Duration.ofSeconds(30);

    /** Shims keep something only while a daemon is gone, or has too much to do. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    /** One look's work; what is left then is seen by the next look, with what has come meanwhile. */
    private static final Duration LONGEST_LOOK = Duration.ofMinutes(5);

    private final SpoolFolder folder;
    private final SpoolTrials trials;
    private final SpoolCounts counts = new SpoolCounts();
    private final SpoolEndings endings;
    private final Replays replays;
    private final RequestHandler handler;
    private final Clocks clocks;
    private final AtomicReference<String> obstacle = new AtomicReference<>("");

    /** How a DEL is given to the server. */
    @FunctionalInterface
    public interface Server {
        /** Carries it out on the caller's thread, in its container's turn. */
        Answer carryOut(Work work, Deadline deadline);
    }

    /**
     * A spool that is not looked at yet.
     *
     * @param folder {@code spool} in the daemon's {@code cniDir}; it need not be there
     * @param owner who this process is; the permission bits mean nothing
     * @param handler what requests mean
     */
    public Spool(
            Path folder,
            DurableFiles files,
            Ownership owner,
            RequestHandler handler,
            Clocks clocks,
            RandomGenerator random) {
        this.folder = new SpoolFolder(folder, files, owner);
        this.trials = new SpoolTrials(clocks.nanos(), random);
        this.endings = new SpoolEndings(this.folder, trials, counts);
        this.replays = new Replays(this.folder, handler, endings);
        this.handler = new EarlierDeletes(this.folder, handler, endings);
        this.clocks = clocks;
    }

    /** Has the server show how many files there are, and how those ended that were. */
    public void show(RequestMetrics metrics) {
        counts.show(metrics);
    }

    /** {@return what a server is to be given as the meaning of its requests} An ADD comes after its container's DELs of the spool. */
    public RequestHandler handler() {
        return handler;
    }

    /** Replays what is there; returns when it was tried, or soon after the deadline, whatever a plugin or a disk does. */
    public void replayAll(Server server, Deadline deadline) throws InterruptedException {
        var looking = Thread.ofPlatform().daemon().name("spool").start(() -> {
            try {
                look(server, deadline);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        if (!looking.join(deadline.left().plus(Replays.GRACE).plus(Replays.GRACE))) {
            log.atWarn().log("the replay of the spool hangs; it goes on beside what comes");
        }
    }

    /** Replays what comes and what is tried again, until the waits are stopped; the server ends what is in work then. */
    public void watchLoop(Server server, Waits waits) throws InterruptedException {
        while (!waits.isStopped()) {
            look(server, Deadline.in(LONGEST_LOOK, clocks.nanos()));
            waits.await(BETWEEN_LOOKS);
        }
    }

    /** One look at a time: of the start's the loop waits for the end. A fault of the daemon ends this one, and not the loop. */
    private synchronized void look(Server server, Deadline deadline) throws InterruptedException {
        try {
            replayDue(server, deadline);
        } catch (RuntimeException | Error fault) {
            var reason = "a fault of the daemon: " + fault.getClass().getSimpleName();
            if (!obstacle.getAndSet(reason).equals(reason)) {
                log.atError()
                        .setCause(fault)
                        .log("a look at the spool was ended by a fault of this daemon; it is looked at again");
            }
        }
    }

    private void replayDue(Server server, Deadline deadline) throws InterruptedException {
        var due = apply(seen(true));
        if (due.isEmpty()) {
            return;
        }
        long before = counts.endedBy(Ending.REPLAYED);
        replays.carryOut(due, server, deadline);
        long replayed = counts.endedBy(Ending.REPLAYED) - before;
        int left = (int) seen(false).stream().filter(file -> !file.isHidden()).count();
        if (replayed > 0) {
            log.atInfo()
                    .addKeyValue("replayed", replayed)
                    .addKeyValue("left", left)
                    .log("carried out DELs that came while no daemon answered");
        }
    }

    private List<SpoolFile> seen(boolean isNew) {
        return switch (folder.files(_ -> true)) {
            case Result.Ok<List<SpoolFile>>(var files) -> {
                meet("");
                if (isNew) {
                    trials.retain(files);
                }
                counts.there(
                        (int) files.stream().filter(file -> !file.isHidden()).count());
                yield files;
            }
            case Result.Not<List<SpoolFile>>(var reason) -> {
                meet(reason);
                yield List.of();
            }
        };
    }

    /** Removes what is to be; {@return what is to be carried out} */
    private List<SpoolFile> apply(List<SpoolFile> seen) {
        var idle = seen.stream().filter(file -> !replays.isInWork(file)).toList();
        var due = new ArrayList<SpoolFile>();
        for (var step : SpoolPlan.of(
                idle,
                trials.all(),
                new SpoolPlan.Moment(clocks.wall().instant(), clocks.nanos().getAsLong()))) {
            switch (step) {
                case SpoolStep.Replay(var file) -> due.add(file);
                case SpoolStep.Discard(var file, var reason) -> endings.discard(file, reason);
                case SpoolStep.GiveUp(var file, var reason) -> endings.giveUp(file, reason);
                case SpoolStep.TidyUp(var file) -> endings.tidyUp(file);
            }
        }
        return due;
    }

    private void meet(String problem) {
        if (!obstacle.getAndSet(problem).equals(problem) && !problem.isEmpty()) {
            log.atWarn()
                    .addKeyValue("reason", problem)
                    .log("the spool cannot be looked at, and DELs that it may have wait until it can");
        }
    }
}
