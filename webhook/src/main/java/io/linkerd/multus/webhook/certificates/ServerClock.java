// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.kube.ApiResponse;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The clock of whoever answers, who says when (RFC 9110 6.6.1), to the second. */
final class ServerClock {
    private final AtomicReference<Optional<Instant>> last = new AtomicReference<>(Optional.empty());

    /** Keeps the time of an answer. */
    void read(ApiResponse answer) {
        last.set(answer.header("Date").flatMap(ServerClock::instant));
    }

    /** What it was is of no use any more. */
    void forget() {
        last.set(Optional.empty());
    }

    Optional<Instant> time() {
        return last.get();
    }

    private static Optional<Instant> instant(String date) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
