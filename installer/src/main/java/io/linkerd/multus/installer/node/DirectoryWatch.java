// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.installer.health.Metrics.Family;
import io.linkerd.multus.service.clocks.Wakeups;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals that something happened in one of some directories, never what: whoever is woken looks at the whole. Where it cannot watch,
 * since other processes have taken all that the kernel gives, it signals every few seconds instead, and says so.
 *
 * <p>For a directory that does not exist the nearest one above it is watched. A directory that was removed and made anew is another
 * one, and is watched anew at the next {@link #follow}.
 */
@Singleton
public final class DirectoryWatch implements Runnable, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DirectoryWatch.class);

    /** A look costs a few system calls per file; drift is to be found about as soon as with a watch. */
    private static final Duration POLL = Duration.ofSeconds(5);

    private final Wakeups wakeups;
    private final Metrics metrics;
    private final Opener opener;
    private final Duration poll;
    private final AtomicReference<Optional<WatchService>> service = new AtomicReference<>(Optional.empty());
    private final AtomicReference<News> news = new AtomicReference<>(News.ALL);
    private final AtomicReference<String> obstacle = new AtomicReference<>("");
    private final Map<Path, Followed> followed = new HashMap<>();

    private record Followed(@Nullable Object identity, WatchKey key) {}

    /** Asks the kernel for a watch. */
    @FunctionalInterface
    interface Opener {
        WatchService open() throws IOException;
    }

    @Inject
    DirectoryWatch(Wakeups wakeups, Metrics metrics) {
        this(wakeups, metrics, () -> FileSystems.getDefault().newWatchService(), POLL);
    }

    DirectoryWatch(Wakeups wakeups, Metrics metrics, Opener opener, Duration poll) {
        this.wakeups = wakeups;
        this.metrics = metrics;
        this.opener = opener;
        this.poll = poll;
        open();
    }

    /** Watches these directories, each once, and no other; what happens in them after the return is signalled. For one thread. */
    public void follow(Set<Path> directories) {
        news.set(new News(directories));
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

    /** Signals until the thread is interrupted. */
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
        }
    }

    /** Gives the kernel back what it gave; no more is signalled. */
    @Override
    @PreDestroy
    public void close() throws IOException {
        for (var open : service.get().stream().toList()) {
            open.close();
        }
    }

    private void await(WatchService open) throws InterruptedException {
        var key = open.poll(poll.toMillis(), TimeUnit.MILLISECONDS);
        boolean told = key != null && news.get().isTold(key);
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
                now.computeIfAbsent(existing, at -> watched(open, at));
            } catch (UnwatchableDirectory e) {
                problem = existing + ": " + e.getMessage();
            }
        }
        return problem;
    }

    /** What stands in the way of watching, nothing when empty; said when it is another than before. */
    private void meet(String problem) {
        metrics.set(Family.WATCHING, problem.isEmpty() ? 1 : 0);
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

    private Followed watched(WatchService open, Path directory) {
        try {
            var identity = Files.getAttribute(directory, "unix:ino", LinkOption.NOFOLLOW_LINKS);
            var known = followed.get(directory);
            if (known != null && known.key().isValid() && identity.equals(known.identity())) {
                return known;
            }
            return new Followed(identity, directory.register(open, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY));
        } catch (IOException e) {
            throw new UnwatchableDirectory(e);
        }
    }

    private static Path nearestExisting(Path directory) {
        for (var at = directory; at != null; at = at.getParent()) {
            if (Files.isDirectory(at)) {
                return at;
            }
        }
        return Path.of("/");
    }

    private static final class UnwatchableDirectory extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnwatchableDirectory(IOException cause) {
            super(cause.toString(), cause);
        }
    }
}
