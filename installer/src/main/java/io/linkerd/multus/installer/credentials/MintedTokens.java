// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.files.RegularFile;
import io.linkerd.multus.service.retry.Backoff;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a token of the plugin's own: taken over from the node, renewed with a third of its life left, the old one good all the while.
 *
 * <p><b>A token that lies on the node is taken over</b> when it is our service account's and has not ended, so that a restart
 * writes nothing and needs no API. Whether it is still good is then asked of the one who knows: the API server, in the token's
 * own name. A 401 means that the service account was made anew (its uid is in the token), that the signing key went, or that the
 * cluster is another one; then a new token is asked for at once. Comparing claims with the live service account would need the
 * right to read service accounts, and would see only the first of these.
 *
 * <p>The API server remembers a token that it has accepted for 10 s; the second look after a take-over comes later than that.
 */
public final class MintedTokens implements PluginTokens, Runnable {
    private static final Logger log = LoggerFactory.getLogger(MintedTokens.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** Clocks jump and machines sleep: the renewal moment is compared with the wall clock this often. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    /** A kubeconfig of ours has 4 KiB. */
    private static final int LONGEST = 64 << 10;

    private static final Duration SECOND_LOOK = Duration.ofSeconds(15);
    private static final Duration LOOK_EVERY = Duration.ofMinutes(10);

    private final TokenRequests requests;
    private final Path kubeconfig;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final RandomGenerator random;
    private final Wakeups wakeups;
    private final AtomicReference<Result<PluginToken>> state =
            new AtomicReference<>(new Result.Not<>("the plugin's token has not been asked for yet"));

    /** Signals each new state. */
    MintedTokens(TokenRequests requests, Path kubeconfig, Clocks clocks, RandomGenerator random, Wakeups wakeups) {
        this.requests = requests;
        this.kubeconfig = kubeconfig;
        this.clock = clocks.wall();
        this.nanos = clocks.nanos();
        this.random = random;
        this.wakeups = wakeups;
    }

    @Override
    public Result<PluginToken> current() {
        return state.get();
    }

    @Override
    public List<Path> watched() {
        return List.of();
    }

    /** Keeps the token until the thread is interrupted. */
    @Override
    public void run() {
        try {
            takeOver().ifPresent(token -> become(new Result.Ok<>(token)));
            var plan = new Schedule(nanos.getAsLong(), SECOND_LOOK, renewal(), nanos.getAsLong(), 0);
            while (!Thread.currentThread().isInterrupted()) {
                plan = pass(plan);
                Thread.sleep(waitFor(plan));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * What comes next. Renewal goes by the wall clock, as the token does; the rest must not be moved by it.
     *
     * @param lookAt nanoseconds; when to ask whether the token is good
     * @param lookAgain how long after that to ask once more
     * @param renewal when the next token is due
     * @param notBefore nanoseconds; no token is asked for earlier
     * @param failures requests for a token in a row that were in vain
     */
    private record Schedule(long lookAt, Duration lookAgain, Instant renewal, long notBefore, int failures) {}

    private Schedule pass(Schedule plan) {
        var now = nanos.getAsLong();
        if (!clock.instant().isBefore(plan.renewal()) && now - plan.notBefore() >= 0) {
            return renewed(plan);
        }
        if (now - plan.lookAt() < 0 || !(state.get() instanceof Result.Ok<PluginToken>(var token))) {
            return plan;
        }
        if (requests.isRejected(token)) {
            log.atWarn()
                    .addKeyValue("expires", token.expiresAt())
                    .log("the API server no longer takes the plugin's token");
            become(new Result.Not<>("the API server no longer takes the plugin's token"));
            return renewed(plan);
        }
        return new Schedule(
                now + plan.lookAgain().toNanos(), LOOK_EVERY, plan.renewal(), plan.notBefore(), plan.failures());
    }

    private Schedule renewed(Schedule plan) {
        var now = nanos.getAsLong();
        var answer = requests.mint();
        switch (answer) {
            case Result.Ok<PluginToken>(var token) -> {
                become(answer);
                log.atInfo().addKeyValue("expires", token.expiresAt()).log("the plugin has a new token");
                // Should our clock be ahead of the server's by more than the token's life, this prevents asking in a
                // loop.
                return new Schedule(now + LOOK_EVERY.toNanos(), LOOK_EVERY, renewal(), now + LONGEST_WAIT.toNanos(), 0);
            }
            case Result.Not<PluginToken>(var reason) -> {
                int failures = plan.failures() + 1;
                var wait = BACKOFF.after(failures, random);
                log.atWarn()
                        .addKeyValue("reason", reason)
                        .addKeyValue("retryIn", wait)
                        .log("no new token for the plugin");
                if (state.get() instanceof Result.Not<PluginToken>) {
                    become(answer);
                }
                return new Schedule(plan.lookAt(), plan.lookAgain(), clock.instant(), now + wait.toNanos(), failures);
            }
        }
    }

    private Duration waitFor(Schedule plan) {
        var now = nanos.getAsLong();
        var untilRenewal = Duration.between(clock.instant(), plan.renewal());
        var untilAllowed = Duration.ofNanos(plan.notBefore() - now);
        var wait = shorter(LONGEST_WAIT, untilRenewal.compareTo(untilAllowed) > 0 ? untilRenewal : untilAllowed);
        if (state.get() instanceof Result.Ok<PluginToken>) {
            wait = shorter(wait, Duration.ofNanos(plan.lookAt() - now));
        }
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private Optional<PluginToken> takeOver() {
        try {
            var now = clock.instant();
            return Kubeconfig.tokenIn(new String(RegularFile.start(kubeconfig, LONGEST), StandardCharsets.UTF_8))
                    .filter(value -> TokenClaims.of(value)
                            .filter(claims -> claims.subject().equals(requests.subject()))
                            .filter(claims -> now.isBefore(claims.expiresAt()))
                            .isPresent())
                    .map(PluginToken::of);
        } catch (IOException | IllegalArgumentException _) {
            return Optional.empty(); // there is none that we could go on with
        }
    }

    private Instant renewal() {
        return state.get() instanceof Result.Ok<PluginToken>(var token)
                ? token.renewalMoment(random.nextDouble())
                : clock.instant();
    }

    private void become(Result<PluginToken> next) {
        state.set(next);
        wakeups.signal();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
