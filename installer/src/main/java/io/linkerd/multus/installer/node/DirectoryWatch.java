// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import io.linkerd.multus.service.clocks.Wakeups;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals that something happened in one of some directories, never what: whoever is woken looks at the whole.
 *
 * <p>For a directory that does not exist the nearest one above it is watched. A directory that was removed and made anew is another
 * one, and is watched anew at the next {@link #follow}.
 */
@Singleton
public final class DirectoryWatch implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(DirectoryWatch.class);

    private final WatchService service = FileSystems.getDefault().newWatchService();
    private final Wakeups wakeups;
    private final Map<Path, Followed> followed = new HashMap<>();

    private record Followed(@Nullable Object identity, WatchKey key) {}

    DirectoryWatch(Wakeups wakeups) throws IOException {
        this.wakeups = wakeups;
    }

    /** Watches these directories, and no other; what happens in them after the return is signalled. For one thread. */
    void follow(Collection<Path> directories) {
        var now = new LinkedHashMap<Path, Followed>();
        for (var directory : directories) {
            var existing = nearestExisting(directory);
            try {
                now.computeIfAbsent(existing, this::watched);
            } catch (UnwatchableDirectory e) {
                // The periodic look finds what happens there.
                log.atWarn()
                        .addKeyValue("directory", existing)
                        .addKeyValue("reason", e.getMessage())
                        .log("directory cannot be watched");
            }
        }
        followed.forEach((directory, old) -> {
            var kept = now.get(directory);
            if (kept == null || !kept.key().equals(old.key())) {
                old.key().cancel();
            }
        });
        followed.clear();
        followed.putAll(now);
    }

    /** Signals until the watch service is closed. */
    @Override
    public void run() {
        try {
            while (true) {
                var key = service.take();
                key.pollEvents();
                key.reset();
                wakeups.signal();
            }
        } catch (ClosedWatchServiceException _) {
            // the end that was meant
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Followed watched(Path directory) {
        try {
            var identity = Files.getAttribute(directory, "unix:ino", LinkOption.NOFOLLOW_LINKS);
            var known = followed.get(directory);
            if (known != null && known.key().isValid() && identity.equals(known.identity())) {
                return known;
            }
            return new Followed(identity, directory.register(service, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY));
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
