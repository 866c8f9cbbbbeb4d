// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.WatchObserver;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a watch has told, by name, as far as there is room for it. What was known stays known while the API server is away; what there is no room for is
 * unknown.
 */
final class Followed<V> implements WatchObserver<Sighting<V>> {
    private static final Logger log = LoggerFactory.getLogger(Followed.class);

    private final String what;
    private final long room;
    private final ToLongFunction<V> size;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Semaphore> waiting = new HashSet<>();
    private Contents<V> known;
    private Contents<V> found;
    private Standing standing = new Standing(false, Optional.empty());

    private record Standing(boolean hasListed, Optional<ApiFailure> trouble) {}

    /**
     * Keeps nothing yet.
     *
     * @param what for the log
     * @param room for the values that are kept, all together
     * @param size of one of them, in the same unit
     */
    Followed(String what, long room, ToLongFunction<V> size) {
        this.what = what;
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
            return standing.hasListed();
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
    public void listed() {
        change(() -> {
            known = found;
            standing = new Standing(true, standing.trouble());
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
        if (turn(Optional.empty()).isPresent()) {
            log.atInfo().addKeyValue("what", what).log("following again");
        }
    }

    @Override
    public void lost(ApiFailure why) {
        if (turn(Optional.of(why))
                .map(ApiFailure::getClass)
                .filter(why.getClass()::equals)
                .isEmpty()) {
            log.atWarn()
                    .addKeyValue("what", what)
                    .addKeyValue("reason", why.inWords())
                    .log("cannot follow; going by what is known, and asking for what is not");
        }
    }

    /** {@return the trouble before} */
    private Optional<ApiFailure> turn(Optional<ApiFailure> trouble) {
        lock.lock();
        try {
            var before = standing.trouble();
            standing = new Standing(standing.hasListed(), trouble);
            return before;
        } finally {
            lock.unlock();
        }
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
