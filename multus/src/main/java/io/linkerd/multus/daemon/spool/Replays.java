// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import io.linkerd.multus.daemon.server.RequestHandler;
import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out DELs of the spool: those of one container in their order, and some containers side by side. */
final class Replays {
    private static final Logger log = LoggerFactory.getLogger(Replays.class);

    /** Of the 64 requests that the server has in work at most. A full spool of 1,024, 200 ms each, takes 26 s. */
    private static final int SIDE_BY_SIDE = 8;

    /** Longer than a plugin takes that waits for an address of a busy range. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** For plugins to be ended when the time is over. */
    static final Duration GRACE = Duration.ofSeconds(5);

    private final SpoolFolder folder;
    private final RequestHandler handler;
    private final SpoolEndings endings;

    /** The names of those that are carried out now; of what does not end at its deadline a later look leaves alone. */
    private final Set<String> inWork = ConcurrentHashMap.newKeySet();

    Replays(SpoolFolder folder, RequestHandler handler, SpoolEndings endings) {
        this.folder = folder;
        this.handler = handler;
        this.endings = endings;
    }

    boolean isInWork(SpoolFile file) {
        return inWork.contains(file.name());
    }

    /** Returns when all were carried out, or soon after the deadline. */
    void carryOut(List<SpoolFile> files, Spool.Server server, Deadline deadline) throws InterruptedException {
        var containers = new ConcurrentLinkedQueue<>(byContainer(files).values());
        var ended = new Semaphore(0);
        int workers = Math.min(SIDE_BY_SIDE, containers.size());
        for (int i = 0; i < workers; i++) {
            Thread.ofVirtual().name("spool").start(() -> {
                try {
                    carryOut(containers, server, deadline);
                } finally {
                    ended.release();
                }
            });
        }
        int over = 0;
        while (over < workers && deadline.takes(ended)) {
            over++;
        }
        var _ = ended.tryAcquire(workers - over, GRACE.toNanos(), TimeUnit.NANOSECONDS);
    }

    private SequencedMap<String, List<Replay>> byContainer(List<SpoolFile> files) {
        var all = new LinkedHashMap<String, List<Replay>>();
        for (var file : files) {
            switch (folder.read(file)) {
                case SpoolReading.Found(var delete) ->
                    all.computeIfAbsent(delete.container(), _ -> new ArrayList<>())
                            .add(new Replay(file, delete.container(), folder, handler));
                case SpoolReading.Gone _ -> {}
                case SpoolReading.Unfit(var reason) -> endings.discard(file, reason);
                case SpoolReading.Unreadable(var reason) -> endings.failed(file, reason);
            }
        }
        return all;
    }

    private void carryOut(Queue<List<Replay>> containers, Spool.Server server, Deadline deadline) {
        for (var next = containers.poll(); next != null; next = containers.poll()) {
            for (var replay : next) {
                if (!deadline.left().isZero()) {
                    carryOut(replay, server, deadline);
                }
            }
        }
    }

    private void carryOut(Replay replay, Spool.Server server, Deadline deadline) {
        var name = replay.file().name();
        var own = deadline.atMost(LONGEST);
        inWork.add(name);
        try (var _ = deadline.during(own::abandon)) {
            endings.answered(replay.file(), ReplayVerdict.of(server.carryOut(replay.work(), own)));
        } catch (RuntimeException | Error fault) {
            log.atError()
                    .addKeyValue("file", replay.file().printable())
                    .setCause(fault)
                    .log("a DEL of the spool was not replayed because of a fault of this daemon; it is tried again");
            endings.failed(replay.file(), "a fault of the daemon");
        } finally {
            inWork.remove(name);
        }
    }
}
