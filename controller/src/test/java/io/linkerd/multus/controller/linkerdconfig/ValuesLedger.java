// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.fakeapi.Moment;
import io.linkerd.multus.values.InjectorVerdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the controller wrote into Linkerd's ConfigMap, and whether it was allowed to. */
final class ValuesLedger {
    /** Linkerd takes them from its own manifests: only an upgrade brings them. */
    private static final Set<String> NEVER_WRITTEN = Set.of("controllerLogLevel", "prometheusUrl");

    /** From the fourth time on the other writer has its way; neither the first write for a spec nor a second try puts anything back. */
    private static final int MOST = 1 + 3 + 1;

    private record Span(long after, long until) {
        boolean holds(long version) {
            return version > after && version <= until;
        }
    }

    private final List<Span> others = new ArrayList<>();
    /** What each of our texts was written over. */
    private final Map<String, Set<String>> over = new HashMap<>();

    private String key = "";
    private JsonNode spec = MissingNode.getInstance();
    private int writes;
    private int broken;
    private int allWrites;
    private int putBack;

    /** Another writer wrote between these versions. */
    void others(long after, long until) {
        others.add(new Span(after, until));
    }

    /** A leader was ended, or heard no answer: what it wrote may not be counted. */
    void brokenOff() {
        broken++;
    }

    /** What the honoured one asks for now; of another spec all is counted anew. */
    void asks(String now, JsonNode asked) {
        if (!key.equals(now)) {
            key = now;
            spec = asked;
            anew();
        }
    }

    /** What is counted begins anew. */
    void anew() {
        writes = 0;
        broken = 0;
    }

    int allWrites() {
        return allWrites;
    }

    int takenBack() {
        return putBack;
    }

    /** Looks at what was written since. */
    void check(FakeApiServer api, long from, String path) {
        for (var moment : api.history()) {
            if (moment.version() <= from || others.stream().anyMatch(span -> span.holds(moment.version()))) {
                continue;
            }
            if (moment.path().equals(path)) {
                check(moment);
            } else if (!moment.path().contains("/events/") && !moment.path().contains("/linkerdconfigs/")) {
                throw new AssertionError("written: " + moment.path());
            }
        }
    }

    private void check(Moment moment) {
        var before = moment.before().orElseThrow(() -> new AssertionError("made by the controller"));
        var after = moment.after().orElseThrow(() -> new AssertionError("removed by the controller"));
        if (!besidesText(before).equals(besidesText(after))) {
            throw new AssertionError("changed beside the text: " + before + " " + after);
        }
        var was = text(before).orElse("");
        var is = text(after).orElse("");
        if (!was.equals(is)) {
            text(was, is);
        }
    }

    private void text(String was, String is) {
        allWrites++;
        if (over.getOrDefault(was, Set.of()).contains(is)) {
            putBack++;
            return;
        }
        writes++;
        over.computeIfAbsent(is, _ -> new HashSet<>()).add(was);
        // What was not asked about yet gives way to what it was written over itself.
        over.get(is).addAll(over.getOrDefault(was, Set.of()));
        if (!InjectorVerdict.of(is).isFine()) {
            throw new AssertionError("would break injection: " + is);
        }
        var asked = new HashSet<>(paths(spec));
        asked.removeAll(NEVER_WRITTEN);
        if (!ValuesDocuments.besides(asked, was).equals(ValuesDocuments.besides(asked, is))) {
            throw new AssertionError("changed more than " + asked + ":\n" + was + "\n" + is);
        }
        if (writes > MOST + broken) {
            throw new AssertionError("written " + writes + " times, " + broken + " looks broken off, for " + spec);
        }
    }

    /** {@return the paths that a spec names} */
    static Set<String> paths(JsonNode spec) {
        var paths = new HashSet<String>();
        collect("", spec.path("values"), paths);
        return paths;
    }

    private static void collect(String at, JsonNode node, Set<String> paths) {
        node.properties().forEach(member -> {
            var path = at.isEmpty() ? member.getKey() : at + "." + member.getKey();
            if (member.getValue().isObject()) {
                collect(path, member.getValue(), paths);
            } else {
                paths.add(path);
            }
        });
    }

    private static Optional<String> text(ObjectNode map) {
        return Optional.of(map.at("/data/values")).filter(JsonNode::isTextual).map(JsonNode::asText);
    }

    private static JsonNode besidesText(ObjectNode map) {
        var rest = map.deepCopy();
        if (rest.path("data") instanceof ObjectNode data) {
            data.remove("values");
        }
        if (rest.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
            metadata.remove("resourceVersion");
        }
        return rest;
    }
}
