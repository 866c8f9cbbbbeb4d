// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.service.fakeapi.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Goes through all that happened to attachments, and tells those that the controller removed though pods referred to them. */
final class Removals {
    /** A pod that came in the moment between the look and the removal was not seen. */
    private static final Duration BETWEEN = Duration.ofSeconds(2);

    /** What the test removed, or what went at its word: between two versions, whatever path begins so. */
    record Span(long from, long to, String prefix) {
        boolean has(Moment moment) {
            return from < moment.version()
                    && moment.version() <= to
                    && moment.path().startsWith(prefix);
        }
    }

    private final List<Span> own;

    Removals(List<Span> own) {
        this.own = List.copyOf(own);
    }

    /** {@return the wrong ones of these} */
    List<String> wrong(List<Moment> moments) {
        var wrong = new ArrayList<String>();
        var pods = new HashMap<String, Moment>();
        for (var moment : moments) {
            if (moment.path().contains("/pods/")) {
                note(moment, pods);
            } else if (moment.path().endsWith("/linkerd-cni")
                    && moment.after().isEmpty()
                    && own.stream().noneMatch(span -> span.has(moment))) {
                moment.before()
                        .filter(gone -> isUsed(gone, moment.nanos(), pods))
                        .ifPresent(gone -> wrong.add(gone + " with " + pods.keySet()));
            }
        }
        return wrong;
    }

    private static void note(Moment moment, Map<String, Moment> pods) {
        if (moment.after().isPresent()) {
            pods.putIfAbsent(moment.path(), moment);
        } else {
            pods.remove(moment.path());
        }
    }

    private static boolean isUsed(ObjectNode attachment, long now, Map<String, Moment> pods) {
        var namespace = attachment.at("/metadata/namespace").asText();
        return pods.values().stream()
                .filter(pod -> now - pod.nanos() > BETWEEN.toNanos())
                .flatMap(pod -> pod.after().stream())
                .anyMatch(pod -> EndState.refersTo(pod, namespace) && !EndState.hasEnded(pod));
    }
}
