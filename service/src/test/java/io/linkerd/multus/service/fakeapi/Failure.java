// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import java.time.Duration;
import java.util.Optional;

/** What happens to a request instead of its answer. */
public sealed interface Failure {
    /** An answer with that code, with how long to wait, and with words. */
    record Status(int code, Optional<Duration> retryAfter, String message) implements Failure {}

    /** No answer until the server is healed, and then the end of the connection. */
    record Hang() implements Failure {}

    /** The end of the connection. */
    record HangUp() implements Failure {}

    /** What was asked for is done, and answered when the server is healed. */
    record LateAnswer() implements Failure {}

    /** What was asked for is done, and the connection ends before the answer. */
    record LostAnswer() implements Failure {}

    /** Refuses with that code. */
    static Failure status(int code) {
        return status(code, "failed by the test");
    }

    /** Refuses with that code, in these words. */
    static Failure status(int code, String message) {
        return new Status(code, Optional.empty(), message);
    }

    /** Refuses with 429, to be tried again after that time. */
    static Failure tooManyRequests(Duration retryAfter) {
        return new Status(429, Optional.of(retryAfter), "failed by the test");
    }
}
