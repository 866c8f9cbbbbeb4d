// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the steps before the webhook read of a pod's tree, and change in it. */
final class Trees {
    private static final String CONTEXT = "securityContext";
    private static final String RUN_AS_USER = "runAsUser";

    private Trees() {}

    /** {@return the object under that key, made where there is none} */
    static ObjectNode object(ObjectNode parent, String key) {
        return parent.get(key) instanceof ObjectNode there ? there : parent.putObject(key);
    }

    /** {@return the list under that key, made where there is none} */
    static ArrayNode list(ObjectNode parent, String key) {
        return parent.get(key) instanceof ArrayNode there ? there : parent.putArray(key);
    }

    /** {@return all texts of the object there} */
    static Map<String, String> texts(JsonNode object) {
        var texts = new TreeMap<String, String>();
        object.properties().stream()
                .filter(member -> member.getValue().isTextual())
                .forEach(member -> texts.put(member.getKey(), member.getValue().textValue()));
        return texts;
    }

    /** {@return the annotation, empty or not} */
    static Optional<String> annotation(JsonNode object, String key) {
        return Optional.ofNullable(object.path("metadata").path("annotations").get(key))
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue);
    }

    static void annotate(ObjectNode object, String key, String value) {
        object(object(object, "metadata"), "annotations").put(key, value);
    }

    /** {@return init containers, and then the others} */
    static Stream<ObjectNode> containers(JsonNode pod) {
        return Stream.of("initContainers", "containers")
                .flatMap(list -> pod.path("spec").path(list).valueStream())
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast);
    }

    /** {@return the user id that the container, or the pod's spec, asks for by itself} */
    static OptionalLong runAsUser(JsonNode of) {
        var uid = of.path(CONTEXT).path(RUN_AS_USER);
        return uid.isIntegralNumber() ? OptionalLong.of(uid.longValue()) : OptionalLong.empty();
    }

    static void runAs(ObjectNode container, long uid) {
        object(container, CONTEXT).put(RUN_AS_USER, uid);
    }
}
