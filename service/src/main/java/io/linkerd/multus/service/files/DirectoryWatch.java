// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import io.linkerd.multus.service.clocks.Wakeups;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals that something happened in one of some directories, never what: the thread that is woken looks at the whole. Where it cannot watch,
 * since other processes have taken all that the kernel gives, it signals every few seconds instead, and says so.
 *
 * <p>For a directory that does not exist the nearest one above it is watched. A directory that was removed and made anew is another
 * one, and is watched anew at the next {@link #follow}.
 */
public final class DirectoryWatch implements Runnable, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DirectoryWatch.class);

    /** A look costs a few system calls per file; drift is to be found about as soon as with a watch. */
    private static final Duration POLL = Duration.ofSeconds(5);

    private final Wakeups wakeups;
    private final WatchFilter filter;
    private final Consumer<Boolean> state;
    private final Opener opener;
    private final Duration poll;
    private final AtomicReference<Optional<WatchService>> service = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Set<Path>> wanted = new AtomicReference<>(Set.of());
    private final AtomicReference<String> obstacle = new AtomicReference<>("");
    private final Map<Path, Followed> followed = new HashMap<>();

    private record Followed(@Nullable Object identity, WatchKey key) {}

    /** Asks the kernel for a watch. */
    @FunctionalInterface
    interface Opener {
        WatchService open() throws IOException;
    }

    /** Watches nothing yet; {@code state} is told whether it can, each time that it has tried. */
    public DirectoryWatch(Wakeups wakeups, WatchFilter filter, Consumer<Boolean> state) {
        this(wakeups, filter, state, () -> FileSystems.getDefault().newWatchService(), POLL);
    }

    DirectoryWatch(Wakeups wakeups, WatchFilter filter, Consumer<Boolean> state, Opener opener, Duration poll) {
        this.wakeups = wakeups;
        this.filter = filter;
        this.state = state;
        this.opener = opener;
        this.poll = poll;
        open();
    }

    /** Watches these directories, each once, and no other; what happens in them after the return is signalled. For one thread. */
    public void follow(Set<Path> directories) {
        wanted.set(Set.copyOf(directories));
        var now = new LinkedHashMap<Path, Followed>();
        var problem = service.get().map(open -> watch(open, directories, now));
        problem.ifPresent(this::meet);
        followed.forEach((directory, old) -> {
            var kept = now.get(directory);
            if (kept == null || !kept.key().equals(old.key())) {
                old.key().cancel();
            }
        });
        followed.clear();
        followed.putAll(now);
    }

    /** Signals until the thread is interrupted, or this is closed. */
    @Override
    public void run() {
        try {
            while (true) {
                var open = service.get();
                if (open.isEmpty()) {
                    Thread.sleep(poll);
                    open();
                    wakeups.signal();
                } else {
                    await(open.get());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ClosedWatchServiceException _) {
            log.atDebug().log("directories are watched no more");
        }
    }

    /** Gives the kernel back what it gave; no more is signalled. */
    @Override
    public void close() {
        try {
            for (var open : service.get().stream().toList()) {
                open.close();
            }
        } catch (IOException e) {
            log.atWarn().setCause(e).log("a watch on directories cannot be given back; it ends with this process");
        }
    }

    private void await(WatchService open) throws InterruptedException {
        var key = open.poll(poll.toMillis(), TimeUnit.MILLISECONDS);
        boolean told = key != null && filter.isTold(key, wanted.get());
        if (told || !obstacle.get().isEmpty()) {
            wakeups.signal();
            wakeups.awaitTaken(poll);
        }
    }

    private void open() {
        try {
            service.set(Optional.of(opener.open()));
        } catch (IOException e) {
            meet(String.valueOf(e.getMessage()));
        }
    }

    /** Watches, and tells what cannot be watched; the periodic look finds what happens there. */
    private String watch(WatchService open, Collection<Path> directories, Map<Path, Followed> now) {
        var problem = "";
        for (var directory : directories) {
            var existing = nearestExisting(directory);
            try {
                if (!now.containsKey(existing)) {
                    now.put(existing, watched(open, existing));
                }
            } catch (IOException e) {
                problem = existing + ": " + e;
            }
        }
        return problem;
    }

    /** What stands in the way of watching, nothing when empty; said when it is another than before. */
    private void meet(String problem) {
        state.accept(problem.isEmpty());
        var before = obstacle.getAndSet(problem);
        if (before.equals(problem)) {
            return;
        }
        if (problem.isEmpty()) {
            log.atInfo().log("directories are watched again");
        } else {
            log.atWarn()
                    .addKeyValue("reason", problem)
                    .addKeyValue("every", poll)
                    .log("directories cannot be watched, and are looked at from time to time instead; more inotify"
                            + " instances and watches help (sysctl fs.inotify)");
        }
    }

    private Followed watched(WatchService open, Path directory) throws IOException {
        var identity = Files.getAttribute(directory, "unix:ino", LinkOption.NOFOLLOW_LINKS);
        var known = followed.get(directory);
        return known != null && known.key().isValid() && identity.equals(known.identity())
                ? known
                : new Followed(identity, directory.register(open, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY));
    }

    private static Path nearestExisting(Path directory) {
        for (var at = directory; at != null; at = at.getParent()) {
            if (Files.isDirectory(at)) {
                return at;
            }
        }
        return Path.of("/");
    }
}
