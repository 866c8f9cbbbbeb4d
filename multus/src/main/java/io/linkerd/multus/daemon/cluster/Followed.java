// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.Standing;
import io.linkerd.multus.service.kube.WatchObserver;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * What a watch has told, by name, as far as there is room for it. What was known stays known while the API server is away; what there is no room for is
 * unknown.
 */
final class Followed<V> implements WatchObserver<Sighting<V>> {
    private final Standing standing;
    private final long room;
    private final ToLongFunction<V> size;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Semaphore> waiting = new HashSet<>();
    private Contents<V> known;
    private Contents<V> found;
    private boolean hasListed;

    /**
     * Keeps nothing yet.
     *
     * @param standing is told whether it is in step
     * @param room for the values that are kept, all together
     * @param size of one of them, in the same unit
     */
    Followed(Standing standing, long room, ToLongFunction<V> size) {
        this.standing = standing;
        this.room = room;
        this.size = size;
        this.known = new Contents<>(room, size);
        this.found = known;
    }

    /** {@return what is known of that object} */
    Optional<V> get(ObjectName name) {
        lock.lock();
        try {
            return known.get(name);
        } finally {
            lock.unlock();
        }
    }

    /** {@return what is known of that object once it is as wanted; empty where it is not within so long, or before the deadline} */
    Optional<V> await(ObjectName name, Predicate<V> wanted, Deadline deadline, Duration longest) {
        var changes = new Semaphore(0);
        var wait = deadline.atMost(longest);
        watch(changes);
        try (var _ = deadline.during(wait::abandon)) {
            var value = get(name).filter(wanted);
            while (value.isEmpty() && wait.takes(changes)) {
                value = get(name).filter(wanted);
            }
            return value;
        } finally {
            forget(changes);
        }
    }

    /** {@return of how many objects something is known} */
    int count() {
        lock.lock();
        try {
            return known.count();
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether all that there was has been read once} */
    boolean hasListed() {
        lock.lock();
        try {
            return hasListed;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void listing() {
        found = new Contents<>(room, size);
    }

    @Override
    public void found(Sighting<V> object) {
        found.keep(object);
    }

    @Override
    public void listed(String version) {
        change(() -> {
            known = found;
            hasListed = true;
        });
    }

    @Override
    public void put(Sighting<V> object) {
        change(() -> known.keep(object));
    }

    @Override
    public void removed(Sighting<V> object) {
        change(() -> known.drop(object.name()));
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

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            waiting.forEach(Semaphore::release);
        } finally {
            lock.unlock();
        }
    }

    private void watch(Semaphore changes) {
        lock.lock();
        try {
            waiting.add(changes);
        } finally {
            lock.unlock();
        }
    }

    private void forget(Semaphore changes) {
        lock.lock();
        try {
            waiting.remove(changes);
        } finally {
            lock.unlock();
        }
    }
}
