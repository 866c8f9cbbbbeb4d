// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The namespaces whose attachment pods of other namespaces refer to. A pass over all pods answers for all who ask, and passes are a
 * small part of the time, however many attachments are to go and however many pods there are: who asks for a later look waits for it.
 */
final class ReferencesElsewhere {
    /** How much longer than it took a pass has to do: a twentieth of the time is spent with passes at most. */
    static final int GOOD_FOR = 20;

    private record Pass(long begun, long ended, Set<String> namespaces) {
        boolean isRecent(long now) {
            return now - ended < (ended - begun) * GOOD_FOR;
        }

        PodUse use(String namespace, long since) {
            if (begun - since < 0) {
                return PodUse.LOOKING;
            }
            return namespaces.contains(namespace) ? PodUse.IN_USE : PodUse.UNUSED;
        }
    }

    private final Supplier<Set<String>> pass;
    private final LongSupplier nanoClock;
    private final Lock lock = new ReentrantLock();
    private Optional<Pass> last = Optional.empty();

    /** {@code pass} looks at all pods, and returns the namespaces that those of others refer to. */
    ReferencesElsewhere(Supplier<Set<String>> pass, LongSupplier nanoClock) {
        this.pass = pass;
        this.nanoClock = nanoClock;
    }

    /** {@return whether there are any to that namespace's, by a look that began at that moment of the clock or later} */
    PodUse use(String namespace, long since) {
        lock.lock();
        try {
            long now = nanoClock.getAsLong();
            var answer = last.filter(known -> known.isRecent(now)).orElseGet(() -> {
                var namespaces = pass.get();
                return new Pass(now, nanoClock.getAsLong(), namespaces);
            });
            last = Optional.of(answer);
            return answer.use(namespace, since);
        } finally {
            lock.unlock();
        }
    }
}
