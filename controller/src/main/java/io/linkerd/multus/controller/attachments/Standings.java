// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.contracts.plans.attachments.AttachmentStanding;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Where each namespace stands, as far as we have looked. */
final class Standings {
    private final ConcurrentMap<String, AttachmentStanding> standings = new ConcurrentHashMap<>();

    private final Runnable onRefusal;

    /**
     * Begins with nothing.
     *
     * @param onRefusal called after a namespace's attachment was refused, or is not any more
     */
    Standings(MeterRegistry meters, Runnable onRefusal) {
        this.onRefusal = onRefusal;
        for (var standing : AttachmentStanding.values()) {
            if (standing != AttachmentStanding.OUT) {
                meters.gauge(
                        "linkerd_multus_controller_namespaces",
                        List.of(Tag.of("standing", standing.label())),
                        this,
                        known -> known.count(standing));
            }
        }
    }

    /** {@return how many namespaces stand there} */
    long count(AttachmentStanding standing) {
        return standings.values().stream().filter(standing::equals).count();
    }

    void stand(String namespace, AttachmentStanding standing) {
        var before =
                standing == AttachmentStanding.OUT ? standings.remove(namespace) : standings.put(namespace, standing);
        if ((before == AttachmentStanding.REFUSED) != (standing == AttachmentStanding.REFUSED)) {
            onRefusal.run();
        }
    }

    /** What is about to be done brings the namespace there. What was refused before counts only once it is done. */
    void begin(String namespace, AttachmentStanding standing) {
        if (standings.get(namespace) != AttachmentStanding.REFUSED) {
            stand(namespace, standing);
        }
    }

    void clear() {
        standings.clear();
    }
}
