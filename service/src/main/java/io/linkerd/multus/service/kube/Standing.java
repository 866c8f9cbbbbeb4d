// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether what is remembered is what the API server has. Every change of that is logged, once. */
public final class Standing implements SyncObserver {
    private static final Logger log = LoggerFactory.getLogger(Standing.class);

    private final String what;
    private final LongSupplier nanos;
    private final AtomicReference<State> state;

    /**
     * How it stands.
     *
     * @param inStep whether every change is heard of now
     * @param heard when something was heard last
     * @param trouble why it is not in step
     */
    private record State(boolean inStep, long heard, Optional<ApiFailure> trouble) {}

    /** Not in step yet; {@code what} is followed, for the log. */
    public Standing(String what, LongSupplier nanos) {
        this.what = what;
        this.nanos = nanos;
        this.state = new AtomicReference<>(new State(false, nanos.getAsLong(), Optional.empty()));
    }

    /** The API server tells of every change from now on. */
    @Override
    public void inStep() {
        var before = state.getAndSet(new State(true, nanos.getAsLong(), Optional.empty()));
        before.trouble()
                .ifPresent(_ -> log.atInfo()
                        .addKeyValue("what", what)
                        .addKeyValue("after", since(before))
                        .log("following again"));
    }

    /** It has told something. */
    @Override
    public void heard() {
        state.updateAndGet(now -> new State(now.inStep(), nanos.getAsLong(), now.trouble()));
    }

    /** It tells nothing any more. */
    @Override
    public void lost(ApiFailure why) {
        var before = state.getAndUpdate(now -> new State(false, now.heard(), Optional.of(why)));
        if (before.trouble()
                .map(ApiFailure::getClass)
                .filter(why.getClass()::equals)
                .isEmpty()) {
            log.atWarn()
                    .addKeyValue("what", what)
                    .addKeyValue("reason", why.inWords())
                    .log("cannot follow; going by what is known, and asking for what is not");
        }
    }

    /** {@return how long ago it was last what the API server has; nothing while it is} */
    public Duration age() {
        var now = state.get();
        return now.inStep() ? Duration.ZERO : since(now);
    }

    /** {@return whether every change is heard of now} */
    public boolean isInStep() {
        return state.get().inStep();
    }

    /** {@return the moment up to which everything was heard} */
    public long heardAt() {
        return state.get().heard();
    }

    /** {@return why it is not in step, where something is wrong} */
    public Optional<ApiFailure> trouble() {
        return state.get().trouble();
    }

    private Duration since(State then) {
        return Duration.ofNanos(nanos.getAsLong() - then.heard());
    }
}
