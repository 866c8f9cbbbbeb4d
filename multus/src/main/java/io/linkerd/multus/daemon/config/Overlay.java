// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The daemon's own configuration as it is laid over the CNI configuration of each request: key by key, not into objects, and the daemon's
 * value counts. Everything else of a request stays as it was written. Keys are equal that Go decodes into the same field, whatever their
 * case.
 *
 * @param values the daemon's JSON values by their keys, as both are written
 * @param auto whether the daemon makes its own configuration: then it watches the readiness indicator file itself, and no request waits for it
 */
public record Overlay(SequencedMap<String, String> values, boolean auto) {
    /** Of a request's configuration: usual are a few hundred bytes. With GC it has an entry for each of a node's attachments. */
    public static final JsonLimits LIMITS =
            JsonLimits.ofLength(1 << 20).depth(500).values(40_000).build();

    /** Both together. */
    private static final JsonLimits LAID =
            JsonLimits.ofLength(4 << 20).depth(500).values(100_000).build();

    private static final String READINESS = "readinessindicatorfile";

    public Overlay {
        values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
    }

    static Overlay of(JsonText daemon, JsonValue.Members members, boolean auto) {
        var values = new LinkedHashMap<String, String>();
        for (var member : members.members()) {
            if (!auto || !isReadiness(member.name())) {
                take(values, member.name());
                values.put(member.name(), daemon.written(member.value()));
            }
        }
        return new Overlay(values, auto);
    }

    /** {@return the configuration of a request with the daemon's laid over it, or why it is none, in upstream's words} */
    public Result<JsonText> onto(String config) {
        return switch (JsonText.read(config, LIMITS)) {
            case Result.Ok<JsonText>(var json)
            when json.root() instanceof JsonValue.Members object ->
                auto ? without(json, object).then(this::laidOver) : laidOver(json);
            case Result.Ok<JsonText> _ -> refused("not a JSON object");
            case Result.Not<JsonText>(var reason) -> refused(reason);
        };
    }

    private Result<JsonText> laidOver(JsonText json) {
        if (!(json.root() instanceof JsonValue.Members object)) {
            return refused("not a JSON object");
        }
        var left = new LinkedHashMap<>(values);
        var edits = new ArrayList<JsonEdit>();
        // Of doubled keys the last one counts.
        for (var member : object.members().reversed()) {
            take(left, member.name()).ifPresent(value -> edits.add(JsonEdit.replace(member.value(), value)));
        }
        if (!left.isEmpty()) {
            edits.add(json.append(
                    object, left.entrySet().stream().map(Overlay::member).toList()));
        }
        return edits.isEmpty() ? new Result.Ok<>(json) : read(json.with(edits));
    }

    /** {@return the configuration without the readiness indicator file, and the commas beside it} */
    private static Result<JsonText> without(JsonText json, JsonValue.Members object) {
        var members = object.members();
        var kept =
                members.stream().filter(member -> !isReadiness(member.name())).toList();
        if (kept.size() == members.size()) {
            return new Result.Ok<>(json);
        }
        var edits = new ArrayList<JsonEdit>();
        int end = members.getLast().value().end();
        if (kept.isEmpty()) {
            edits.add(new JsonEdit(members.getFirst().start(), end, ""));
        } else {
            edits.add(new JsonEdit(members.getFirst().start(), kept.getFirst().start(), ""));
            for (int at = members.indexOf(kept.getFirst()) + 1; at < members.size(); at++) {
                if (isReadiness(members.get(at).name())) {
                    edits.add(new JsonEdit(
                            members.get(at - 1).value().end(),
                            members.get(at).value().end(),
                            ""));
                }
            }
        }
        return read(json.with(edits));
    }

    private static Result<JsonText> read(String text) {
        return switch (JsonText.read(text, LAID)) {
            case Result.Ok<JsonText> laid -> laid;
            case Result.Not<JsonText>(var reason) -> refused(reason);
        };
    }

    private static String member(Map.Entry<String, String> entry) {
        return JsonEdit.member(entry.getKey(), entry.getValue());
    }

    private static boolean isReadiness(String key) {
        return GoText.isKey(key, READINESS);
    }

    /** Takes the value out that stands under that key, in whatever case. */
    private static Optional<String> take(Map<String, String> values, String name) {
        for (var entries = values.entrySet().iterator(); entries.hasNext(); ) {
            var entry = entries.next();
            if (GoText.isKey(name, entry.getKey())) {
                entries.remove();
                return Optional.of(entry.getValue());
            }
        }
        return Optional.empty();
    }

    private static Result<JsonText> refused(String reason) {
        return new Result.Not<>("failed to unmarshall CNI config: " + reason);
    }
}
