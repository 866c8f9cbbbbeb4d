// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Questions to the API server about things of one kind, each of which a pod waits for. They are counted by how they ended. */
final class LookUps {
    private static final Logger log = LoggerFactory.getLogger(LookUps.class);

    private final String what;
    private final LiveObject live;
    private final MeterRegistry registry;
    private final Outage outage;

    LookUps(String what, LiveObject live, MeterRegistry registry, Outage outage) {
        this.what = what;
        this.live = live;
        this.registry = registry;
        this.outage = outage;
    }

    <T> ApiAnswer<T> ask(String form, Deadline deadline, ObjectWatch.Request request, HeadList.Taking<T> taking) {
        if (deadline.left().isZero()) {
            return new ApiAnswer.Failed<>(new ApiFailure.Unreachable("no time was left to ask it"));
        }
        var answer = live.ask(form, deadline, request, taking);
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
