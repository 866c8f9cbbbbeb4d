// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.ApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okhttp3.Response;
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

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final String what;
    private final Request request;
    private final Wakeups wakeups;
    private final AtomicReference<State> state = new AtomicReference<>(new State(false, java.util.Optional.empty()));

    /** Makes the call that opens a watch. */
    @FunctionalInterface
    public interface Request {
        Call open() throws ApiException;
    }

    private record State(boolean closed, java.util.Optional<Call> call) {}

    public ObjectWatch(String what, Request request, Wakeups wakeups) {
        this.what = what;
        this.request = request;
        this.wakeups = wakeups;
    }

    @Override
    public void run() {
        int failures = 0;
        try {
            while (!state.get().closed()) {
                failures = watch() ? 0 : failures + 1;
                Thread.sleep(pause(failures));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        state.getAndSet(new State(true, java.util.Optional.empty())).call().ifPresent(Call::cancel);
    }

    /** Follows one watch to its end; false where it could not be opened. */
    private boolean watch() {
        try {
            Call call = request.open();
            State before =
                    state.getAndUpdate(now -> now.closed() ? now : new State(false, java.util.Optional.of(call)));
            return !before.closed() && follow(call);
        } catch (IOException | ApiException | RuntimeException broken) {
            log.atDebug()
                    .addKeyValue("object", what)
                    .addKeyValue("reason", broken.getMessage())
                    .log("watch ended, opening it again");
            return false;
        }
    }

    private boolean follow(Call call) throws IOException {
        try (Response response = call.execute()) {
            if (!response.isSuccessful() || response.body() == null) {
                log.atDebug()
                        .addKeyValue("object", what)
                        .addKeyValue("status", response.code())
                        .log("watch refused, trying again");
                return false;
            }
            BufferedSource lines = response.body().source();
            while (lines.readUtf8Line() != null) {
                wakeups.wake();
            }
            return true;
        }
    }

    /** A watch that ended in good order is opened again after a moment, one that failed after a doubling time. */
    private static Duration pause(int failures) {
        long longest = Math.min(LONGEST_PAUSE.toMillis(), 200L << Math.min(failures, 16));
        return Duration.ofMillis(longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1));
    }
}
