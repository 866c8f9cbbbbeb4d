// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.micronaut.context.annotation.Primary;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.server.exceptions.response.ErrorContext;
import io.micronaut.http.server.exceptions.response.ErrorResponseProcessor;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;

/** Says no more of an error than its HTTP status does; the framework would tell of classes and exceptions. */
@Primary
@Singleton
class PlainErrors implements ErrorResponseProcessor<byte[]> {
    private final AdmissionMetrics metrics;

    PlainErrors(AdmissionMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public MutableHttpResponse<byte[]> processResponse(ErrorContext context, MutableHttpResponse<?> response) {
        metrics.decided();
        var line = response.code() + " " + response.reason() + "\n";
        var answer = response.body(line.getBytes(StandardCharsets.UTF_8)).contentType(MediaType.TEXT_PLAIN_TYPE);
        return response.code() == HttpStatus.SERVICE_UNAVAILABLE.getCode()
                ? answer.header(HttpHeaders.RETRY_AFTER, "1")
                : answer;
    }
}
