// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiTransport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class PersistentTransportTest {
    private static final ApiCall CALL = ApiCall.get("/api/v1/pods");

    /** Fails so often, and then answers. */
    private static final class Failing implements ApiTransport {
        private final Queue<ApiFailure> failures;
        private final AtomicInteger calls = new AtomicInteger();

        Failing(ApiFailure... failures) {
            this.failures = new ArrayDeque<>(List.of(failures));
        }

        @Override
        public <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
            calls.incrementAndGet();
            var failure = failures.poll();
            return new ApiAnswer.Failed<>(failure == null ? new ApiFailure.NotFound() : failure);
        }
    }

    private static ApiAnswer<String> ask(ApiTransport api, Duration time) {
        return api.ask(CALL, Deadline.in(time, System::nanoTime), ApiReading.nothing("done"));
    }

    private static ApiTransport persistent(ApiTransport api) {
        return new PersistentTransport(api, RandomGenerator.of("L64X128MixRandom"), System::nanoTime);
    }

    private static ApiFailure busy(Duration time) {
        return new ApiFailure.Refused(429, "too many", Optional.of(time));
    }

    static List<ApiFailure> passing() {
        return List.of(
                new ApiFailure.Unreachable("reset"),
                new ApiFailure.Refused(500, "etcd"),
                new ApiFailure.Refused(503, "starting"),
                new ApiFailure.Refused(429, "too many"));
    }

    @ParameterizedTest
    @MethodSource("passing")
    void whatMayPassIsTriedAgain(ApiFailure failure) {
        var api = new Failing(failure, failure);

        assertThat(ask(persistent(api), Duration.ofSeconds(10)))
                .isEqualTo(new ApiAnswer.Failed<>(new ApiFailure.NotFound()));
        assertThat(api.calls).hasValue(3);
    }

    static List<ApiFailure> lasting() {
        return List.of(
                new ApiFailure.Conflict(),
                new ApiFailure.Forbidden("no right"),
                new ApiFailure.Unauthorized(),
                new ApiFailure.NamespaceTerminating(),
                new ApiFailure.Refused(422, "invalid"));
    }

    @ParameterizedTest
    @MethodSource("lasting")
    void whatLastsIsNot(ApiFailure failure) {
        var api = new Failing(failure);

        assertThat(ask(persistent(api), Duration.ofSeconds(10))).isEqualTo(new ApiAnswer.Failed<>(failure));
        assertThat(api.calls).hasValue(1);
    }

    @Test
    void noCallIsMadeWhileTheApiServerWantsToBeLeftAlone() {
        var api = new Failing(busy(Duration.ofSeconds(30)));
        var persistent = persistent(api);

        assertThat(ask(persistent, Duration.ofSeconds(1)))
                .isEqualTo(new ApiAnswer.Failed<>(busy(Duration.ofSeconds(30))));
        assertThat(ask(persistent, Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        ApiAnswer.Failed.class,
                        failed -> assertThat(failed.why().inWords()).contains("left alone"));
        assertThat(api.calls).hasValue(1);
    }

    @Test
    void callsGoOnWhenThatTimeHasPassed() {
        var api = new Failing(busy(Duration.ofMillis(100)));
        var persistent = persistent(api);
        ask(persistent, Duration.ofMillis(50));

        assertThat(ask(persistent, Duration.ofSeconds(10)))
                .isEqualTo(new ApiAnswer.Failed<>(new ApiFailure.NotFound()));
        assertThat(api.calls).hasValue(2);
    }

    @Test
    void aFailureThatDoesNotPassIsToldInTime() {
        var api = new Failing(
                Collections.nCopies(1000, new ApiFailure.Unreachable("away")).toArray(ApiFailure[]::new));
        long begun = System.nanoTime();

        assertThat(ask(persistent(api), Duration.ofMillis(300)))
                .isInstanceOfSatisfying(
                        ApiAnswer.Failed.class,
                        failed -> assertThat(failed.why()).isInstanceOf(ApiFailure.Unreachable.class));
        assertThat(api.calls).hasValueGreaterThan(1);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(3));
    }
}
