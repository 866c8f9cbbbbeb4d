// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.contracts.plans.attachments.PodNames;
import io.linkerd.multus.contracts.plans.attachments.PodUse;
import io.linkerd.multus.controller.engine.api.ApiException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The namespaces whose attachment pods of other namespaces refer to. A pass over all pods answers for all who ask, and passes are a
 * small part of the time, however many attachments are to go and however many pods there are, and whether or not the API server can list them: who
 * asks for a later look waits for it.
 */
final class ReferencesElsewhere {
    /** How much longer than it took a pass has to do: a twentieth of the time is spent with passes at most. */
    static final int GOOD_FOR = 20;

    /** A pass over few pods may follow soon, however long this process or the API server, busy with something else, took over the last one. */
    static final Duration LONGEST = Duration.ofSeconds(2);

    /** What each pod adds to that. */
    static final Duration LONGEST_BY_POD = Duration.ofMillis(10);

    /** A pass that failed after minutes does not stand in the way for an hour. */
    static final Duration LONGEST_FAILURE = Duration.ofMinutes(1);

    /**
     * What the pods of all namespaces refer to.
     *
     * @param pods how many were looked at
     * @param byNamespace those of other namespaces, by the namespace that they refer to
     */
    record References(int pods, Map<String, PodNames> byNamespace) {}

    /** What a pass has come to; {@code failure} in place of references. */
    private record Pass(long begun, long ended, References references, Optional<ApiException> failure) {
        boolean isRecent(long now) {
            var longest = failure.isPresent()
                    ? LONGEST_FAILURE
                    : LONGEST.plus(LONGEST_BY_POD.multipliedBy(references.pods()));
            return now - ended < Math.min((ended - begun) * GOOD_FOR, longest.toNanos());
        }

        PodUse use(String namespace, long since) {
            if (failure.isPresent()) {
                throw failure.get();
            }
            if (begun - since < 0) {
                return new PodUse.Looking();
            }
            return Optional.ofNullable(references.byNamespace().get(namespace))
                    .<PodUse>map(PodUse.InUse::new)
                    .orElseGet(PodUse.Unused::new);
        }
    }

    private final Supplier<References> pass;
    private final LongSupplier nanoClock;
    private final Lock lock = new ReentrantLock();
    private Optional<Pass> last = Optional.empty();

    /** {@code pass} looks at all pods. */
    ReferencesElsewhere(Supplier<References> pass, LongSupplier nanoClock) {
        this.pass = pass;
        this.nanoClock = nanoClock;
    }

    /**
     * {@return whether there are any to that namespace's, by a look that began at that moment of the clock or later}
     *
     * @throws ApiException where the API server did not tell
     */
    PodUse use(String namespace, long since) {
        lock.lock();
        try {
            long now = nanoClock.getAsLong();
            var answer = last.filter(known -> known.isRecent(now)).orElseGet(() -> pass(now));
            last = Optional.of(answer);
            return answer.use(namespace, since);
        } finally {
            lock.unlock();
        }
    }

    private Pass pass(long begun) {
        try {
            var references = pass.get();
            return new Pass(begun, nanoClock.getAsLong(), references, Optional.empty());
        } catch (ApiException failure) {
            return new Pass(begun, nanoClock.getAsLong(), new References(0, Map.of()), Optional.of(failure));
        }
    }
}
