// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.service.clocks.Deadline;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
     * @throws IOException if it has not by the deadline, or that was abandoned; the thread is interrupted then, which closes the socket that a
     *     virtual thread waits for
     */
    static <T> T within(Deadline deadline, Work<T> work) throws Exception {
        var longest = deadline.left();
        var task = new FutureTask<>(work::get);
        try (var _ = deadline.during(() -> task.cancel(true))) {
            Thread.ofVirtual().name("api").start(task);
            return task.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new IOException("no whole answer within " + longest.toSeconds() + " s");
        } catch (CancellationException _) {
            throw new IOException("the caller does not wait any more");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            task.cancel(true);
        }
    }
}
