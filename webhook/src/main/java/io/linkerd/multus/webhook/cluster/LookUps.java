// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiTransport;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions to the API server about things of one kind, each of which a pod waits for. They are counted by how they ended. Of an answer no
 * more is kept than is read of it, and what later versions have put into it is passed over.
 */
final class LookUps {
    private static final Logger log = LoggerFactory.getLogger(LookUps.class);

    private final String what;
    private final ApiTransport api;
    private final LookUpPlaces places;
    private final MeterRegistry registry;
    private final Outage outage;

    LookUps(String what, ApiTransport api, LookUpPlaces places, MeterRegistry registry, Outage outage) {
        this.what = what;
        this.api = api;
        this.places = places;
        this.registry = registry;
        this.outage = outage;
    }

    <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
        if (deadline.left().isZero()) {
            return new ApiAnswer.Failed<>(new ApiFailure.Unreachable("no time was left to ask it"));
        }
        var answer = places.during(deadline, asking -> api.ask(call, asking, reading));
        if (Answers.isKnowledge(answer)) {
            outage.answered();
        } else if (answer instanceof ApiAnswer.Failed<T>(var why)) {
            failed(why, deadline);
        }
        Counter.builder("linkerd_multus_webhook_lookups")
                .description("Questions to the API server that a pod had to wait for")
                .tag("object", what)
                .tag("result", Answers.isKnowledge(answer) ? "answered" : "failed")
                .register(registry)
                .increment();
        return answer;
    }

    private void failed(ApiFailure why, Deadline deadline) {
        log.atDebug()
                .addKeyValue("object", what)
                .addKeyValue("reason", why.inWords())
                .log("could not look something up for a pod");
        // A caller that goes away has its question cancelled, which says nothing of the API server.
        if (!deadline.left().isZero()) {
            outage.failed(why);
        }
    }
}
