// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What was answered in a conversation, told so that two servers can be compared: uids and versions are numbered in
 * their order, moments and messages are left out, and who owns which field is told by owner.
 */
final class Transcript {
    private static final Pattern MADE_UP = Pattern.compile("made-up-.+");
    private static final Set<String> UNTOLD = Set.of("message", "time", "continue", "remainingItemCount", "token");
    private static final Set<String> MOMENTS =
            Set.of("creationTimestamp", "deletionTimestamp", "expirationTimestamp", "managedAt");

    private record Told(Step step, int code, List<JsonNode> bodies) {}

    private final Map<String, Told> answers = new LinkedHashMap<>();
    private final Map<String, String> uids = new HashMap<>();

    void note(Step step, int code, List<JsonNode> bodies) {
        answers.put(step.name(), new Told(step, code, bodies));
    }

    /** What an earlier answer said: its version, uid, or how to go on. */
    String said(String step, String what) {
        var answer = Objects.requireNonNull(answers.get(step), step);
        var metadata = answer.bodies().getLast().path("metadata");
        return metadata.path(what.equals("version") ? "resourceVersion" : what).asText();
    }

    /** The answers, one line for each, and one more for each further event of a watch. */
    List<String> lines() {
        var versions = new TreeSet<Long>();
        answers.values().forEach(told -> told.bodies().forEach(body -> collectVersions(body, versions)));
        var lines = new ArrayList<String>();
        answers.forEach((name, answer) -> {
            var bodies = answer.bodies().stream()
                    .map(body -> normal(body, answer.step(), versions))
                    .toList();
            var told = answer.step().compared() == Step.Compared.CODE ? "" : " " + String.join("\n  ", bodies);
            lines.addAll((name + ": " + answer.code() + told).lines().toList());
        });
        return lines;
    }

    private String normal(JsonNode body, Step step, NavigableSet<Long> versions) {
        var copy = body.deepCopy();
        normalise(copy, step, versions);
        return sorted(copy).toString();
    }

    private static void collectVersions(JsonNode node, Set<Long> versions) {
        if (!node.has("items") && node.path("metadata").path("resourceVersion").isTextual()) {
            versions.add(node.path("metadata").path("resourceVersion").asLong());
        }
        node.forEach(child -> collectVersions(child, versions));
    }

    private void normalise(JsonNode node, Step step, NavigableSet<Long> versions) {
        if (node instanceof ObjectNode object) {
            object.remove(UNTOLD);
            if (object.path("kind").asText().equals("Status")) {
                object.remove("metadata");
                object.removeIf(part -> part.isContainerNode() && part.isEmpty());
                var causes = new LinkedHashSet<JsonNode>();
                object.path("details")
                        .path("causes")
                        .forEach(cause -> causes.add(((ObjectNode) cause).without("message")));
                if (!causes.isEmpty()) {
                    ((ObjectNode) object.path("details")).putArray("causes").addAll(causes);
                }
            }
            if (object.has("managedFields")) {
                object.set(
                        "managedFields",
                        step.compared().isMetadata() ? TextNode.valueOf("...") : byOwner(object.path("managedFields")));
            }
            if (object.has("items")) {
                ((ObjectNode) object.path("metadata")).remove("resourceVersion");
            }
            object.properties().forEach(field -> field.setValue(told(field.getKey(), field.getValue(), versions)));
        }
        node.forEach(child -> normalise(child, step, versions));
    }

    private JsonNode told(String name, JsonNode value, NavigableSet<Long> versions) {
        if (!value.isTextual()) {
            return value;
        }
        var text = value.asText();
        if (MOMENTS.contains(name)) {
            return TextNode.valueOf("a moment");
        }
        return switch (name) {
            case "uid" -> TextNode.valueOf(uids.computeIfAbsent(text, _ -> "uid " + uids.size()));
            case "resourceVersion" ->
                TextNode.valueOf("version " + versions.headSet(value.asLong()).size());
            case "caBundle" -> TextNode.valueOf("a certificate");
            case "name" -> TextNode.valueOf(MADE_UP.matcher(text).replaceAll("made-up-name"));
            default -> value;
        };
    }

    private static ObjectNode byOwner(JsonNode entries) {
        var owners = Json.object();
        entries.forEach(entry -> owners.set(
                entry.path("manager").asText() + " by "
                        + entry.path("operation").asText() + " of "
                        + entry.path("apiVersion").asText(),
                entry.path("fieldsV1")));
        return owners;
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ObjectNode object) {
            var result = Json.object();
            object.propertyStream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(field -> result.set(field.getKey(), sorted(field.getValue())));
            return result;
        }
        if (node.isArray()) {
            var result = Json.object().arrayNode();
            node.forEach(item -> result.add(sorted(item)));
            return result;
        }
        return node;
    }
}
