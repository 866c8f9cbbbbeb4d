// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ApiFailureTest {
    record Case(int status, ApiFailure failure, String inWords) {}

    static Stream<Case> cases() {
        return Stream.of(
                new Case(404, new ApiFailure.NotFound(), "not found"),
                new Case(409, new ApiFailure.Conflict(), "another client was faster"),
                new Case(401, new ApiFailure.Unauthorized(), "the API server does not accept our token"),
                new Case(403, new ApiFailure.Forbidden("words"), "forbidden: words"),
                new Case(429, new ApiFailure.Refused(429, "words"), "the API server answers 429 words"),
                new Case(503, new ApiFailure.Refused(503, "words"), "the API server answers 503 words"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyStatusHasAName(Case row) {
        var failure = ApiFailure.of(row.status(), "words");

        assertThat(failure).isEqualTo(row.failure());
        assertThat(failure.inWords()).isEqualTo(row.inWords());
    }

    @Test
    void whyTheServerCannotBeReachedIsNeverJustNull() {
        assertThat(ApiFailure.Unreachable.because(new ClosedChannelException()).inWords())
                .isEqualTo("the API server cannot be reached: ClosedChannelException");
        assertThat(ApiFailure.Unreachable.because(new ConnectException("Connection refused"))
                        .inWords())
                .isEqualTo("the API server cannot be reached: ConnectException: Connection refused");
    }
}
