// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.health;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** {@code /livez}, {@code /readyz} and {@code /metrics}. */
@Controller(port = HealthController.PORT)
@Produces(MediaType.TEXT_PLAIN)
class HealthController {
    /** Setting of the server that names the plain port. */
    static final String PORT = "${webhook.health-port}";

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final List<Check> checks;
    private final Liveness liveness;
    private final PrometheusMeterRegistry metrics;

    HealthController(List<Check> checks, Liveness liveness, PrometheusMeterRegistry metrics) {
        this.checks = List.copyOf(checks);
        this.liveness = liveness;
        this.metrics = metrics;
    }

    @Get("/livez")
    HttpResponse<byte[]> livez() {
        return answer(liveness.whyDead().stream().toList(), "alive");
    }

    @Get("/readyz")
    HttpResponse<byte[]> readyz() {
        return answer(
                checks.stream().map(Check::whyNot).flatMap(Optional::stream).toList(), "ready");
    }

    @Get("/metrics")
    @Produces(PROMETHEUS)
    byte[] metrics() {
        return metrics.scrape().getBytes(StandardCharsets.UTF_8);
    }

    private static HttpResponse<byte[]> answer(List<String> problems, String fine) {
        return problems.isEmpty()
                ? HttpResponse.ok((fine + "\n").getBytes(StandardCharsets.UTF_8))
                : HttpResponse.<byte[]>status(HttpStatus.SERVICE_UNAVAILABLE)
                        .body(("not " + fine + ": " + String.join("; ", problems) + "\n")
                                .getBytes(StandardCharsets.UTF_8));
    }
}
