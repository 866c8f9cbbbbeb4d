// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.bare;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.ServerHttpRequest;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.body.CloseableAvailableByteBody;
import java.util.concurrent.CompletionStage;

/** {@code POST /mutate/pods}, on the threads that the webhook answers on. */
@Controller("/mutate")
class ConstantController {
    private final Constant constant;

    ConstantController(Constant constant) {
        this.constant = constant;
    }

    @Post("/pods")
    @Consumes(MediaType.ALL)
    CompletionStage<HttpResponse<byte[]>> pods(ServerHttpRequest<?> request) {
        return request.byteBody().buffer().thenApply(this::answer);
    }

    private HttpResponse<byte[]> answer(CloseableAvailableByteBody arrived) {
        try (var body = arrived) {
            return body.toByteArray().length == 0
                    ? HttpResponse.badRequest()
                    : HttpResponse.ok(constant.answer()).contentType(MediaType.APPLICATION_JSON_TYPE);
        }
    }
}
