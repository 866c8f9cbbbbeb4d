// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import io.linkerd.multus.service.clocks.Wakeups;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals that something in a folder may have changed, never what, for as long as its thread runs. What it misses is for its listener to
 * find by looking now and then.
 */
final class FolderWatch implements Runnable, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FolderWatch.class);

    /** Between tries, where there is no folder or the kernel gives no watch; also how soon the end is heeded. */
    private static final Duration AGAIN = Duration.ofSeconds(10);

    private final Path folder;
    private final Wakeups listener;
    private final Duration again;
    private final Wakeups end = new Wakeups();

    FolderWatch(Path folder, Wakeups listener) {
        this(folder, listener, AGAIN);
    }

    FolderWatch(Path folder, Wakeups listener, Duration again) {
        this.folder = folder;
        this.listener = listener;
        this.again = again;
    }

    @Override
    public void run() {
        boolean told = false;
        try {
            while (!end.isStopped()) {
                var problem = watch();
                if (!told && !end.isStopped()) {
                    told = true;
                    log.atWarn()
                            .addKeyValue("directory", folder)
                            .addKeyValue("reason", problem)
                            .log("a folder cannot be watched, it is looked at from time to time instead");
                }
                end.pause(again);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end.stop();
    }

    /** Watches until the folder is gone; {@return why it does not watch any more} */
    private String watch() throws InterruptedException {
        try (var service = folder.getFileSystem().newWatchService()) {
            var key = folder.register(service, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY);
            // What came before the watch is not told by it.
            listener.signal();
            pass(service, key);
            return "it was removed";
        } catch (IOException | RuntimeException | Error broken) {
            // The edge of the loop: who stops watching says nothing, and looks fine.
            return broken.toString();
        }
    }

    private void pass(WatchService service, WatchKey key) throws InterruptedException {
        while (key.isValid() && !end.isStopped()) {
            if (service.poll(AGAIN.toSeconds(), TimeUnit.SECONDS) != null) {
                key.pollEvents();
                listener.signal();
                key.reset();
            }
        }
    }
}
