// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import io.linkerd.multus.service.clocks.Wakeups;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals that something happened in one of some folders, and never what. Of a folder that is not there the nearest one above it is watched; one that
 * was removed and made anew is watched at the next {@link #follow}.
 */
final class FolderWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FolderWatch.class);

    /** While a signal is not taken up, another one says nothing new. */
    private static final Duration LONGEST_UNTAKEN = Duration.ofSeconds(5);

    private final Opener opener;
    private final Wakeups wakeups;
    private final Map<Path, Followed> followed = new HashMap<>();
    private final AtomicReference<String> obstacle = new AtomicReference<>("");
    private Optional<WatchService> service = Optional.empty();

    /** {@code identity} tells a folder from another one of the same name. */
    private record Followed(Object identity, WatchKey key) {}

    /** Asks the kernel for a watch. */
    @FunctionalInterface
    interface Opener {
        WatchService open() throws IOException;
    }

    FolderWatch(Opener opener, Wakeups wakeups) {
        this.opener = opener;
        this.wakeups = wakeups;
    }

    /**
     * Watches these folders and no other; what happens in them after the return is signalled.
     *
     * @return whether all of them are watched; where not, the caller has to look by itself
     */
    boolean follow(Set<Path> folders) {
        var now = new HashMap<Path, Followed>();
        try {
            for (var folder : folders) {
                var nearest = nearest(folder);
                now.put(nearest, watched(nearest));
            }
            meet("");
        } catch (IOException | ClosedWatchServiceException e) {
            meet(String.valueOf(e.getMessage()));
            now.clear();
        }
        followed.values().stream()
                .filter(old ->
                        now.values().stream().noneMatch(kept -> kept.key().equals(old.key())))
                .forEach(old -> old.key().cancel());
        followed.clear();
        followed.putAll(now);
        return obstacle.get().isEmpty();
    }

    @Override
    public void close() {
        try {
            for (var open : service.stream().toList()) {
                open.close();
            }
        } catch (IOException e) {
            log.atWarn().setCause(e).log("a watch on folders cannot be given back; it ends with this process");
        }
    }

    private Followed watched(Path folder) throws IOException {
        var identity = Files.getAttribute(folder, "unix:ino", LinkOption.NOFOLLOW_LINKS);
        var known = followed.get(folder);
        return known != null && known.key().isValid() && known.identity().equals(identity)
                ? known
                : new Followed(
                        Objects.requireNonNull(identity),
                        folder.register(service(), ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY));
    }

    private WatchService service() throws IOException {
        if (service.isEmpty()) {
            var opened = opener.open();
            service = Optional.of(opened);
            Thread.ofVirtual().name("folders").start(() -> signal(opened));
        }
        return service.get();
    }

    private void signal(WatchService opened) {
        try {
            while (true) {
                var key = opened.take();
                key.pollEvents();
                key.reset();
                wakeups.signal();
                wakeups.awaitTaken(LONGEST_UNTAKEN);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ClosedWatchServiceException _) {
            log.atDebug().log("folders are watched no more");
        }
    }

    private void meet(String problem) {
        var before = obstacle.getAndSet(problem);
        if (!before.equals(problem) && problem.isEmpty()) {
            log.atInfo().log("folders are watched again");
        } else if (!before.equals(problem)) {
            log.atWarn()
                    .addKeyValue("reason", problem)
                    .log(
                            "folders cannot be watched, and are looked at every few seconds instead; more inotify instances and"
                                    + " watches help (sysctl fs.inotify)");
        }
    }

    private static Path nearest(Path folder) {
        for (var at = folder; at != null; at = at.getParent()) {
            if (Files.isDirectory(at)) {
                return at;
            }
        }
        return Path.of("/");
    }
}
