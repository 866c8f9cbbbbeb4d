// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.HeadReader;
import io.linkerd.multus.service.kube.ListWatch;
import io.linkerd.multus.service.kube.ObjectHead;
import io.linkerd.multus.service.kube.Pace;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.Standing;
import io.linkerd.multus.service.kube.WatchObserver;
import io.linkerd.multus.service.kube.WatchTransport;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Remembers a little of each object of a list, by namespace, and keeps it in step with the API server from its start to its close. What is
 * known stays known while the API server is away.
 *
 * @param <V> what is remembered of each
 */
final class Follower<V> implements AutoCloseable {
    private final Function<ObjectHead, V> kept;
    private final Standing standing;
    private final Thread thread;
    private final AtomicReference<Optional<Map<String, V>>> known = new AtomicReference<>(Optional.empty());

    Follower(
            WatchTransport api,
            Selection selection,
            HeadReader reader,
            Function<ObjectHead, V> kept,
            Standing standing) {
        this.kept = kept;
        this.standing = standing;
        this.thread = Thread.ofVirtual()
                .name("follow")
                .unstarted(() -> new ListWatch<>(
                                api, selection, reader, Pace.USUAL, new Changes(), ThreadLocalRandom.current())
                        .run());
    }

    void start() {
        thread.start();
    }

    /** {@return what is remembered of the object of a namespace} */
    Optional<V> get(String namespace) {
        return known.get().flatMap(all -> Optional.ofNullable(all.get(namespace)));
    }

    /** {@return of how many objects something is remembered} */
    int size() {
        return known.get().map(Map::size).orElse(0);
    }

    /** {@return whether all that there was has been read once} */
    boolean hasReadAll() {
        return known.get().isPresent();
    }

    Standing standing() {
        return standing;
    }

    double ageInSeconds() {
        return standing.age().toNanos() / 1e9;
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /** A watch that ends counts as in step until the next one cannot be opened, which tells what happened in between. */
    private final class Changes implements WatchObserver<ObjectHead> {
        private Map<String, V> found = new ConcurrentHashMap<>();

        @Override
        public void listing() {
            found = new ConcurrentHashMap<>();
        }

        @Override
        public void found(ObjectHead head) {
            found.put(head.place(), kept.apply(head));
        }

        @Override
        public void listed(String version) {
            known.set(Optional.of(found));
        }

        @Override
        public void put(ObjectHead head) {
            known.get().orElseThrow().put(head.place(), kept.apply(head));
        }

        @Override
        public void removed(ObjectHead head) {
            known.get().orElseThrow().remove(head.place());
        }

        @Override
        public void inStep() {
            standing.inStep();
        }

        @Override
        public void heard() {
            standing.heard();
        }

        @Override
        public void lost(ApiFailure why) {
            standing.lost(why);
        }
    }
}
