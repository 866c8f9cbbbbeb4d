// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.contracts.plans.attachments.AttachmentStanding;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/** Where each namespace stands, as far as we have looked. */
final class Standings {
    private final ConcurrentMap<String, AttachmentStanding> standings = new ConcurrentHashMap<>();
    private final Predicate<String> isRefused;
    private final Runnable onFight;

    /**
     * Begins with nothing.
     *
     * @param isRefused whether the API server has refused what a namespace needs for long enough: it waits until then
     * @param onFight called after a fight over an attachment has begun or ended
     */
    Standings(MeterRegistry meters, Predicate<String> isRefused, Runnable onFight) {
        this.onFight = onFight;
        this.isRefused = isRefused;
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
        return standings.entrySet().stream()
                .filter(one -> standing == believed(one.getKey(), one.getValue()))
                .count();
    }

    /** An API server that has just started refuses all for a moment. */
    private AttachmentStanding believed(String namespace, AttachmentStanding standing) {
        return standing == AttachmentStanding.REFUSED && !isRefused.test(namespace)
                ? AttachmentStanding.WAITING
                : standing;
    }

    void stand(String namespace, AttachmentStanding standing) {
        var before =
                standing == AttachmentStanding.OUT ? standings.remove(namespace) : standings.put(namespace, standing);
        if ((before == AttachmentStanding.CONTESTED) != (standing == AttachmentStanding.CONTESTED)) {
            onFight.run();
        }
    }

    /** What is about to be done brings the namespace there. What was refused or undone before counts only once it is done. */
    void begin(String namespace, AttachmentStanding standing) {
        var last = standings.get(namespace);
        if (last != AttachmentStanding.REFUSED && last != AttachmentStanding.CONTESTED) {
            stand(namespace, standing);
        }
    }

    void clear() {
        standings.clear();
    }
}
