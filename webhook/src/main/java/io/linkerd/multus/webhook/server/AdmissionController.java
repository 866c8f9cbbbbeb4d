// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import static java.util.concurrent.CompletableFuture.completedStage;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.webhook.reviews.Admission;
import io.linkerd.multus.webhook.reviews.Admissions;
import io.linkerd.multus.webhook.reviews.Answer;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.ServerHttpRequest;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.body.CloseableAvailableByteBody;
import io.micronaut.http.exceptions.ContentLengthExceededException;
import io.micronaut.http.server.netty.NettyHttpRequest;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/** A path for each kind of objects: what the webhook configurations point at. */
@Controller
public class AdmissionController {
    private final Admissions admissions;
    private final Clocks clocks;
    private final AdmissionMetrics metrics;
    private final Draining draining;
    private final ExecutorService lookUps;

    AdmissionController(
            Admissions admissions,
            Clocks clocks,
            AdmissionMetrics metrics,
            Draining draining,
            @Named(TaskExecutors.BLOCKING) ExecutorService lookUps) {
        this.lookUps = lookUps;
        this.admissions = admissions;
        this.clocks = clocks;
        this.metrics = metrics;
        this.draining = draining;
    }

    /** Answers a review; what is none gets a 4xx with a line of text. */
    @Post(Admissions.PODS)
    @Consumes(MediaType.ALL)
    CompletionStage<MutableHttpResponse<byte[]>> pods(ServerHttpRequest<?> request) {
        return answer(request, admissions.at(Admissions.PODS));
    }

    /** Does the same for NetworkAttachmentDefinitions. */
    @Post(Admissions.ATTACHMENTS)
    @Consumes(MediaType.ALL)
    CompletionStage<MutableHttpResponse<byte[]>> attachments(ServerHttpRequest<?> request) {
        return answer(request, admissions.at(Admissions.ATTACHMENTS));
    }

    /** Does the same for LinkerdConfigs. */
    @Post(Admissions.LINKERD_CONFIGS)
    @Consumes(MediaType.ALL)
    CompletionStage<MutableHttpResponse<byte[]>> linkerdConfigs(ServerHttpRequest<?> request) {
        return answer(request, admissions.at(Admissions.LINKERD_CONFIGS));
    }

    /** Does the same for the controller's Lease. */
    @Post(Admissions.REACH)
    @Consumes(MediaType.ALL)
    CompletionStage<MutableHttpResponse<byte[]>> reach(ServerHttpRequest<?> request) {
        return answer(request, admissions.at(Admissions.REACH));
    }

    private CompletionStage<MutableHttpResponse<byte[]>> answer(ServerHttpRequest<?> request, Admission<?> admission) {
        return review(request, admission).thenApply(this::decided);
    }

    /** A connection that ends by agreement loses no request; the next one goes to another replica. */
    private MutableHttpResponse<byte[]> decided(MutableHttpResponse<byte[]> response) {
        metrics.decided();
        return draining.hasBegun() ? response.header(HttpHeaders.CONNECTION, "close") : response;
    }

    private CompletionStage<MutableHttpResponse<byte[]>> review(ServerHttpRequest<?> request, Admission<?> admission) {
        if (request.getContentType()
                .map(MediaType::getName)
                .filter(MediaType.APPLICATION_JSON::equals)
                .isEmpty()) {
            return completedStage(
                    rejected(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "the content type has to be application/json"));
        }
        long length = request.byteBody().expectedLength().orElse(Long.MAX_VALUE);
        if (length <= Admission.LONGEST_SHORT) {
            return request.byteBody().buffer().thenCompose(body -> arrived(request, admission, body));
        }
        return length != Long.MAX_VALUE && length > AdmissionLimits.MAX_REQUEST
                ? completedStage(tooLarge())
                : supplyAsync(() -> streaming(request, admission), lookUps);
    }

    /** Nobody is kept waiting on a connection's own thread: where somebody has to be asked, that is left to others. */
    private CompletionStage<MutableHttpResponse<byte[]>> arrived(
            ServerHttpRequest<?> request, Admission<?> admission, CloseableAvailableByteBody body) {
        long start = System.nanoTime();
        try (body) {
            var review = admission.read(body.toByteArray());
            return review.answerAtOnce()
                    .map(answer -> completedStage(answered(answer, start)))
                    .orElseGet(() -> {
                        var deadline = deadline(request);
                        return supplyAsync(() -> answered(review.answer(deadline), start), lookUps);
                    });
        } catch (MalformedJson malformed) {
            return completedStage(rejected(HttpStatus.BAD_REQUEST, malformed.reason()));
        }
    }

    /** What is long is read while it comes, and never here as a whole. */
    private MutableHttpResponse<byte[]> streaming(ServerHttpRequest<?> request, Admission<?> admission) {
        try (var body = request.byteBody().toInputStream()) {
            long start = System.nanoTime();
            return answered(admission.answer(body, deadline(request)), start);
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

    private MutableHttpResponse<byte[]> answered(Answer answer, long start) {
        metrics.answered(answer, System.nanoTime() - start);
        return answer.isReview()
                ? HttpResponse.ok(answer.json()).contentType(MediaType.APPLICATION_JSON_TYPE)
                : HttpResponse.serverError(answer.json()).contentType(MediaType.TEXT_PLAIN_TYPE);
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
