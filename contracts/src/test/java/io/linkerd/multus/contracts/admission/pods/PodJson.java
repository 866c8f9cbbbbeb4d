// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.PatchOperation;
import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Pods and reviews as JSON trees, and patches applied to them as an API server would. */
public final class PodJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private PodJson() {}

    public static ObjectNode tree(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    public static ObjectNode tree(byte[] json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static Pod read(JsonNode pod) {
        try {
            return JsonDocument.read(
                    pod.toString().getBytes(StandardCharsets.UTF_8),
                    JsonLimits.ofLength(7 << 20).build(),
                    PodReader::read);
        } catch (MalformedJson e) {
            throw new AssertionError(e);
        }
    }

    public static byte[] review(String namespace, JsonNode pod) {
        var review = tree("{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'u-1',"
                + "'kind':{'group':'','version':'v1','kind':'Pod'},'resource':{'group':'','version':'v1','resource':'pods'},"
                + "'operation':'CREATE','dryRun':false}}");
        ((ObjectNode) review.get("request")).put("namespace", namespace).set("object", pod);
        return review.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Applies the patch of a review's answer. */
    public static ObjectNode patched(ObjectNode pod, JsonNode answer) {
        var patch = answer.at("/response/patch");
        if (patch.isMissingNode()) {
            return pod.deepCopy();
        }
        try {
            return patched(pod, (ArrayNode) MAPPER.readTree(Base64.getDecoder().decode(patch.textValue())));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static ObjectNode patched(ObjectNode pod, List<PatchOperation> operations) {
        return patched(pod, patch(operations));
    }

    static ArrayNode patch(List<PatchOperation> operations) {
        var patch = MAPPER.createArrayNode();
        for (var operation : operations) {
            patch.addObject().put("op", "add").put("path", operation.pointer()).set("value", json(operation.value()));
        }
        return patch;
    }

    private static JsonNode json(PatchOperation.Value value) {
        return switch (value) {
            case PatchOperation.Value.Text(var text) -> JsonNodeFactory.instance.textNode(text);
            case PatchOperation.Value.Whole(var number) -> JsonNodeFactory.instance.numberNode(number);
            case PatchOperation.Value.Members(var members) -> {
                var object = MAPPER.createObjectNode();
                members.forEach((key, member) -> object.set(key, json(member)));
                yield object;
            }
        };
    }

    private static ObjectNode patched(ObjectNode pod, ArrayNode patch) {
        var result = pod.deepCopy();
        for (var operation : patch) {
            var pointer = JsonPointer.compile(operation.get("path").textValue());
            if (!operation.get("op").textValue().equals("add")
                    || !(result.at(pointer.head()) instanceof ObjectNode parent)) {
                throw new AssertionError("an API server would refuse " + operation);
            }
            parent.set(pointer.last().getMatchingProperty(), operation.get("value"));
        }
        return result;
    }

    /** Pointers of all scalar values that differ. */
    public static Set<String> differences(JsonNode before, JsonNode after) {
        var pointers = new TreeSet<String>();
        differences("", before, after, pointers);
        return pointers;
    }

    private static void differences(String pointer, JsonNode before, JsonNode after, Set<String> pointers) {
        boolean objects = (before.isObject() || before.isMissingNode() || before.isNull()) && after.isObject();
        if (before.isArray() && after.isArray() && before.size() == after.size()) {
            for (int i = 0; i < before.size(); i++) {
                differences(pointer + "/" + i, before.get(i), after.get(i), pointers);
            }
        } else if (objects) {
            var keys = new TreeSet<String>();
            before.fieldNames().forEachRemaining(keys::add);
            after.fieldNames().forEachRemaining(keys::add);
            keys.forEach(key -> differences(pointer + "/" + key, before.path(key), after.path(key), pointers));
        } else if (!before.equals(after)) {
            pointers.add(pointer);
        }
    }
}
