// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.service.clocks.Deadline;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Work that is done on a thread of its own, so that it ends in time whatever it waits for. */
final class TimedWork {
    private TimedWork() {}

    /** What is done. */
    @FunctionalInterface
    interface Work<T> {
        T get() throws Exception;
    }

    /**
     * {@return what the work comes to}
     *
     * @param tooLate takes what it comes to after the deadline
     * @throws IOException if that is nothing by the deadline, or the deadline was abandoned; the thread is interrupted then, which closes the
     *     socket that a virtual thread waits for
     */
    static <T> T within(Deadline deadline, Consumer<T> tooLate, Work<T> work) throws Exception {
        var longest = deadline.left();
        var result = new CompletableFuture<T>();
        var worker = Thread.ofVirtual().name("api").unstarted(() -> finish(result, tooLate, work));
        boolean taken = false;
        try (var _ = deadline.during(() -> result.cancel(true))) {
            worker.start();
            var value = result.get(longest.toNanos(), TimeUnit.NANOSECONDS);
            taken = true;
            return value;
        } catch (TimeoutException _) {
            throw new IOException(
                    "no whole answer within " + longest.plusMillis(999).toSeconds() + " s");
        } catch (CancellationException _) {
            throw new IOException("the caller does not wait any more");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case Exception cause -> throw cause;
                case Error error -> throw error;
                case null, default -> throw e;
            }
        } finally {
            result.cancel(true);
            worker.interrupt();
            if (!taken && result.state() == CompletableFuture.State.SUCCESS) {
                tooLate.accept(result.resultNow());
            }
        }
    }

    private static <T> void finish(CompletableFuture<T> result, Consumer<T> tooLate, Work<T> work) {
        try {
            var value = work.get();
            if (!result.complete(value)) {
                tooLate.accept(value);
            }
        } catch (Throwable failure) {
            result.completeExceptionally(failure);
        }
    }
}
