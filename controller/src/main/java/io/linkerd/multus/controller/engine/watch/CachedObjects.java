// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.linkerd.multus.service.kube.ListReader;
import io.linkerd.multus.service.kube.ListWatch;
import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.Pace;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.StreamTransport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects of a collection that tenants fill, as the API server last told of them. They are read one by one, and no more of each is kept than
 * its value: neither their number nor their size is a bound that the controller chooses.
 *
 * @param <V> what is kept of an object
 */
public final class CachedObjects<V> implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CachedObjects.class);

    /** An interrupt ends what the thread waits for. */
    private static final Duration LONGEST_END = Duration.ofSeconds(2);

    private final String what;
    private final SyncProblem problem;
    private final ObjectCache<?, V> cache;
    private final Thread thread;

    private <T> CachedObjects(
            String what,
            StreamTransport api,
            Selection selection,
            ListReader<T> reader,
            SyncProblem problem,
            ObjectCache<T, V> cache) {
        this.what = what;
        this.problem = problem;
        this.cache = cache;
        this.thread = Thread.ofVirtual()
                .name("watch " + what)
                .unstarted(() ->
                        new ListWatch<>(api, selection, reader, Pace.USUAL, cache, ThreadLocalRandom.current()).run());
    }

    /**
     * Prepares; nothing is asked before {@link #start}, so that what {@code listener} calls can be put together first.
     *
     * @param what the objects, for a person: "namespaces"
     * @param reading makes of each object that arrives what is kept of it
     */
    public static <T, V> CachedObjects<V> of(
            String what,
            StreamTransport api,
            Selection selection,
            ListReader<T> reader,
            Function<T, ObjectCache.Entry<V>> reading,
            ObjectCache.Listener<V> listener) {
        var problem = new SyncProblem(what);
        return new CachedObjects<>(
                what, api, selection, reader, problem, new ObjectCache<>(reading, listener, problem));
    }

    /** {@return the objects, for a person} */
    public String what() {
        return what;
    }

    /** Starts to watch. */
    public void start() {
        thread.start();
    }

    /** {@return whether everything there is has been seen once} */
    public boolean isComplete() {
        return cache.isComplete();
    }

    /** {@return what is still missing, for a person; nothing once everything has been seen, as long as it can be seen again} */
    public List<String> whyNotReady() {
        return problem.whyNotReady(isComplete());
    }

    /** {@return what is kept of the object of that key} */
    public Optional<V> get(String key) {
        return cache.get(key);
    }

    /** {@return what is kept of all of them, in no order} */
    public Stream<V> all() {
        return cache.all();
    }

    /** {@return what is kept of those whose keys begin so, without a look at others} */
    public Stream<V> under(String prefix) {
        return cache.under(prefix);
    }

    /** Ends the watch; nothing is asked, and nothing told, once this has returned. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            if (thread.isAlive() && !thread.join(LONGEST_END)) {
                log.atWarn().addKeyValue("what", what).log("a watch has not ended in time");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
