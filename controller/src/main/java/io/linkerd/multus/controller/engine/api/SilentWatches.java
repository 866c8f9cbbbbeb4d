// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.linkerd.multus.service.kube.StreamTransport;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up watches in which nothing has come for a while, bookmarks included, so that the client opens them again. Over HTTP/1.1 it sends nothing
 * by itself: a watch that a load balancer has dropped without a word would stay open, and its objects unheard of, for up to ten minutes; one whose
 * beginning is never answered would be waited for without an end.
 */
final class SilentWatches implements Interceptor {
    private static final Logger log = LoggerFactory.getLogger(SilentWatches.class);

    private final Duration longest;
    private final LongSupplier nanoClock;

    /** Gives each up after so long without a byte. */
    SilentWatches(Duration longest, LongSupplier nanoClock) {
        this.longest = longest;
        this.nanoClock = nanoClock;
    }

    /** Notes when something came, and hands it on. */
    private final class Heard implements AsyncBody.Consumer<List<ByteBuffer>> {
        private final AsyncBody.Consumer<List<ByteBuffer>> next;
        private final AtomicLong last = new AtomicLong(nanoClock.getAsLong());

        Heard(AsyncBody.Consumer<List<ByteBuffer>> next) {
            this.next = next;
        }

        @Override
        public void consume(List<ByteBuffer> bytes, AsyncBody body) throws Exception {
            last.set(nanoClock.getAsLong());
            next.consume(bytes, body);
        }

        Duration left() {
            return longest.minusNanos(nanoClock.getAsLong() - last.get());
        }
    }

    /** The JDK's client gives up a request whose headers have not come by then, and has no say in what follows them. */
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (WatchRequests.is(request) && builder instanceof HttpRequest.Builder watch) {
            var opening = longest.compareTo(StreamTransport.OPENING) < 0 ? longest : StreamTransport.OPENING;
            watch.timeout(opening.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public AsyncBody.Consumer<List<ByteBuffer>> consumer(
            AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
        return WatchRequests.is(request) ? new Heard(consumer) : consumer;
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        if (response.isSuccessful() && consumer instanceof Heard heard && response.body() instanceof AsyncBody body) {
            lookAfter(request.uri().getPath(), heard, body);
        }
    }

    private void lookAfter(String path, Heard heard, AsyncBody body) {
        if (body.done().isDone()) {
            return;
        }
        var left = heard.left();
        if (left.isPositive()) {
            CompletableFuture.delayedExecutor(left.toNanos(), TimeUnit.NANOSECONDS)
                    .execute(() -> lookAfter(path, heard, body));
        } else {
            log.atDebug()
                    .addKeyValue("path", path)
                    .addKeyValue("seconds", longest.toSeconds())
                    .log("nothing came in a watch; opening it again");
            body.cancel();
        }
    }
}
