// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.ApiException;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.retry.Backoff;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okio.BufferedSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells that an object of the cluster may have changed, for as long as its thread runs. It keeps nothing of what it hears: who is
 * woken reads the object itself, so a missed or repeated event does no harm.
 */
public final class ObjectWatch implements Runnable, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ObjectWatch.class);

    /** The server ends a watch after this time; a fresh one also finds what an old one lost. */
    public static final int SECONDS = 300;

    /** The server ends a watch in time, or is not there any more: then its silence is ended here. */
    private static final Duration LONGEST = Duration.ofSeconds(SECONDS + 20L);

    private final String what;
    private final Request request;
    private final Wakeups listener;
    private final Wakeups end = new Wakeups();
    private final AtomicReference<Optional<Call>> open = new AtomicReference<>(Optional.empty());

    /** Makes the call that opens a watch. */
    @FunctionalInterface
    public interface Request {
        Call open() throws ApiException;
    }

    public ObjectWatch(String what, Request request, Wakeups listener) {
        this.what = what;
        this.request = request;
        this.listener = listener;
    }

    @Override
    public void run() {
        int waits = 1;
        try {
            while (!end.isStopped()) {
                waits = watch() ? 1 : waits + 1;
                end.pause(Backoff.WATCH.after(waits, ThreadLocalRandom.current()));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end.stop();
        open.get().ifPresent(Call::cancel);
    }

    /** Follows one watch to its end; false where it could not be opened. */
    private boolean watch() {
        try {
            var call = request.open();
            call.timeout().timeout(LONGEST.toSeconds(), TimeUnit.SECONDS);
            open.set(Optional.of(call));
            // Asked after the call is known: who closes in between has either seen it or is seen here.
            return !end.isStopped() && follow(call);
        } catch (IOException | ApiException | RuntimeException | Error broken) {
            // The edge of the loop: who stops watching says nothing, and looks fine.
            tellOfEnd(broken);
            return false;
        }
    }

    private void tellOfEnd(Throwable broken) {
        log.atDebug()
                .addKeyValue("object", what)
                .addKeyValue("reason", broken.getMessage())
                .log("watch ended, opening it again");
    }

    private boolean follow(Call call) throws IOException {
        try (var response = Opening.of(call)) {
            if (!response.isSuccessful() || response.body() == null) {
                log.atDebug()
                        .addKeyValue("object", what)
                        .addKeyValue("status", response.code())
                        .log("watch refused, trying again");
                return false;
            }
            // What happened while there was no watch is told by none.
            listener.signal();
            listen(response.body().source());
            return true;
        }
    }

    /** Listens to the end of a watch, which is that of its connection as often as one in good order: it could be opened all the same. */
    private void listen(BufferedSource lines) {
        try {
            while (lines.readUtf8Line() != null) {
                listener.signal();
            }
        } catch (IOException broken) {
            tellOfEnd(broken);
        }
    }
}
