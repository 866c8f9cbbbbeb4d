// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.webhook.cluster.Deadline;
import io.linkerd.multus.webhook.reviews.PodAdmission;
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
import io.micronaut.http.server.netty.NettyHttpRequest;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** {@code POST /mutate/pods}: what the MutatingWebhookConfiguration points at. */
@Controller
public class AdmissionController {
    /** Where reviews of pods come to. */
    public static final String PATH = "/mutate/pods";

    private final PodAdmission admission;
    private final Clocks clocks;
    private final AdmissionMetrics metrics;
    private final Draining draining;

    AdmissionController(PodAdmission admission, Clocks clocks, AdmissionMetrics metrics, Draining draining) {
        this.admission = admission;
        this.clocks = clocks;
        this.metrics = metrics;
        this.draining = draining;
    }

    /** Answers a review; what is none gets a 4xx with a line of text. */
    @Post(PATH)
    @Consumes(MediaType.ALL)
    @ExecuteOn(TaskExecutors.BLOCKING)
    HttpResponse<byte[]> pods(ServerHttpRequest<?> request) {
        var response = answer(request);
        // A connection that ends by agreement loses no request; the next one goes to another replica.
        return draining.hasBegun() ? response.header(HttpHeaders.CONNECTION, "close") : response;
    }

    private MutableHttpResponse<byte[]> answer(ServerHttpRequest<?> request) {
        if (request.getContentType()
                .map(MediaType::getName)
                .filter(MediaType.APPLICATION_JSON::equals)
                .isEmpty()) {
            return rejected(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "the content type has to be application/json");
        }
        if (request.byteBody().expectedLength().orElse(0) > AdmissionLimits.MAX_REQUEST) {
            return tooLarge();
        }
        try (var body = request.byteBody().toInputStream()) {
            return reviewed(body, deadline(request));
        } catch (MalformedJson malformed) {
            return rejected(HttpStatus.BAD_REQUEST, malformed.reason());
        } catch (ContentLengthExceededException _) {
            return tooLarge();
        } catch (IOException _) {
            return rejected(HttpStatus.BAD_REQUEST, "the request could not be received");
        }
    }

    /** One for all that is done for a request; a caller that hangs up ends it. */
    private Deadline deadline(ServerHttpRequest<?> request) {
        var patience = CallerPatience.read(request.getParameters().getFirst("timeout"));
        var deadline = Deadline.in(patience, clocks.nanos());
        if (request instanceof NettyHttpRequest<?> netty) {
            Connection.of(netty.getChannelHandlerContext().channel()).endsEarly(deadline);
        }
        return deadline;
    }

    private MutableHttpResponse<byte[]> reviewed(InputStream body, Deadline deadline)
            throws MalformedJson, IOException {
        long start = System.nanoTime();
        var answer = admission.answer(body, deadline);
        metrics.answered(answer.result(), System.nanoTime() - start);
        return HttpResponse.ok(answer.json().getBytes(StandardCharsets.UTF_8))
                .contentType(MediaType.APPLICATION_JSON_TYPE);
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
