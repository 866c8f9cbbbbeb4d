// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.webhook.reviews.PodAdmission;
import io.linkerd.multus.webhook.server.InFlight.Overloaded;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.ServerHttpRequest;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.exceptions.ContentLengthExceededException;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code POST /mutate/pods}: what the MutatingWebhookConfiguration points at. */
@Controller
public class AdmissionController {
    /** Where reviews of pods come to. */
    public static final String PATH = "/mutate/pods";

    private final PodAdmission admission;
    private final InFlight inFlight;
    private final AdmissionMetrics metrics;
    private final Draining draining;

    AdmissionController(PodAdmission admission, InFlight inFlight, AdmissionMetrics metrics, Draining draining) {
        this.admission = admission;
        this.inFlight = inFlight;
        this.metrics = metrics;
        this.draining = draining;
    }

    /** Answers a review; what is none gets a 4xx with a line of text. */
    @Post(PATH)
    @Consumes(MediaType.ALL)
    @ExecuteOn(TaskExecutors.BLOCKING)
    HttpResponse<byte[]> pods(ServerHttpRequest<?> request) throws InterruptedException {
        var response = answer(request);
        // A connection that ends by agreement loses no request; the next one goes to another replica.
        return draining.hasBegun() ? response.header(HttpHeaders.CONNECTION, "close") : response;
    }

    private MutableHttpResponse<byte[]> answer(ServerHttpRequest<?> request) throws InterruptedException {
        if (request.getContentType()
                .map(MediaType::getName)
                .filter(MediaType.APPLICATION_JSON::equals)
                .isEmpty()) {
            return rejected(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "the content type has to be application/json");
        }
        var length = request.byteBody().expectedLength();
        if (length.orElse(0) > AdmissionLimits.MAX_REQUEST) {
            return tooLarge();
        }
        try (var _ = inFlight.take((int) length.orElse(AdmissionLimits.MAX_REQUEST))) {
            var body = body(request);
            return body.isPresent() ? reviewed(body.get()) : tooLarge();
        } catch (Overloaded _) {
            return rejected(HttpStatus.TOO_MANY_REQUESTS, "too many requests at once");
        } catch (TimeoutException _) {
            return rejected(HttpStatus.REQUEST_TIMEOUT, "the request did not arrive in time");
        } catch (ExecutionException _) {
            return rejected(HttpStatus.BAD_REQUEST, "the request could not be received");
        }
    }

    /** {@return the whole request; empty where it is larger than it may be, which only one without a length can be} */
    private static Optional<byte[]> body(ServerHttpRequest<?> request)
            throws InterruptedException, ExecutionException, TimeoutException {
        var receiving = request.byteBody().buffer();
        try (var body = receiving.get(AdmissionLimits.BODY_DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
            return Optional.of(body.toByteArray());
        } catch (TimeoutException late) {
            receiving.cancel(true);
            throw late;
        } catch (ExecutionException broken) {
            if (broken.getCause() instanceof ContentLengthExceededException) {
                return Optional.empty();
            }
            throw broken;
        }
    }

    private MutableHttpResponse<byte[]> reviewed(byte[] body) {
        long start = System.nanoTime();
        try {
            var answer = admission.answer(body);
            metrics.answered(answer.result(), System.nanoTime() - start);
            return HttpResponse.ok(answer.json().getBytes(StandardCharsets.UTF_8))
                    .contentType(MediaType.APPLICATION_JSON_TYPE);
        } catch (MalformedJson malformed) {
            return rejected(HttpStatus.BAD_REQUEST, malformed.reason());
        }
    }

    private MutableHttpResponse<byte[]> tooLarge() {
        return rejected(
                HttpStatus.REQUEST_ENTITY_TOO_LARGE,
                "the request is larger than " + AdmissionLimits.MAX_REQUEST + " bytes");
    }

    private MutableHttpResponse<byte[]> rejected(HttpStatus status, String reason) {
        metrics.rejected(status);
        return HttpResponse.<byte[]>status(status)
                .body((reason + "\n").getBytes(StandardCharsets.UTF_8))
                .contentType(MediaType.TEXT_PLAIN_TYPE);
    }
}
