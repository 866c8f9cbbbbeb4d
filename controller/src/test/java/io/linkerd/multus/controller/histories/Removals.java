// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.service.fakeapi.Look;
import io.linkerd.multus.service.fakeapi.Moment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Goes through all that happened, and tells the attachments that the controller removed though the last look at the pods before that had found
 * one that refers to them, or nobody had looked. A pod that came after that look is nobody's fault.
 */
final class Removals {
    private static final String ALL_PODS = "/api/v1/pods";

    /** What the test removed, or what went at its word: between two versions, whatever path begins so. */
    record Span(long from, long to, String prefix) {
        boolean has(Moment moment) {
            return from < moment.version()
                    && moment.version() <= to
                    && moment.path().startsWith(prefix);
        }
    }

    private final List<Span> own;
    /** The version of each look, by what was looked at. */
    private final Map<String, NavigableMap<Long, Look>> looks = new HashMap<>();

    private final List<Moment> moments;

    Removals(List<Span> own, List<Moment> moments, List<Look> looks) {
        this.own = List.copyOf(own);
        this.moments = List.copyOf(moments);
        looks.forEach(look ->
                this.looks.computeIfAbsent(look.path(), _ -> new TreeMap<>()).put(look.version(), look));
    }

    /** {@return the wrong ones} */
    List<String> wrong() {
        var wrong = new ArrayList<String>();
        for (var moment : moments) {
            if (moment.path().endsWith("/linkerd-cni")
                    && moment.after().isEmpty()
                    && own.stream().noneMatch(span -> span.has(moment))) {
                wrong.addAll(holding(moment.before().orElseThrow(), moment.version()));
            }
        }
        return wrong;
    }

    /** The pods that the last looks before that version had found. */
    private List<String> holding(ObjectNode attachment, long version) {
        var namespace = attachment.at("/metadata/namespace").asText();
        var pods = new TreeMap<String, ObjectNode>();
        var path = World.path(namespace) + "/pods";
        podsAt(lastLook(path, version), pods);
        pods.keySet().removeIf(pod -> !pod.startsWith(path));
        var elsewhere = new TreeMap<String, ObjectNode>();
        podsAt(lastLook(ALL_PODS, version), elsewhere);
        elsewhere.keySet().removeIf(pod -> pod.startsWith(path));
        pods.putAll(elsewhere);
        return pods.entrySet().stream()
                .filter(pod -> EndState.refersTo(pod.getValue(), namespace) && !EndState.hasEnded(pod.getValue()))
                .map(pod -> attachment + " of " + version + " with " + pod.getKey())
                .toList();
    }

    /** Where nobody has looked, everything that there is counts. */
    private long lastLook(String path, long version) {
        var before = looks.getOrDefault(path, new TreeMap<>()).lowerKey(version);
        return before == null ? version : before;
    }

    private void podsAt(long version, Map<String, ObjectNode> pods) {
        for (var moment : moments) {
            if (moment.version() <= version && moment.path().contains("/pods/")) {
                moment.after().ifPresentOrElse(pod -> pods.put(moment.path(), pod), () -> pods.remove(moment.path()));
            }
        }
    }
}
