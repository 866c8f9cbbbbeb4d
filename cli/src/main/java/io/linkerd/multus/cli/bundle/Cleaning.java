// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;

/** Takes out of objects of the API what is secret, or may be: values of variables that are not ours, annotations that nobody here reads. */
record Cleaning(Redaction redaction) {
    private static final String ANNOTATIONS = "annotations";
    private static final String LAST_APPLIED = "last-applied";
    /** Names of variables that our own programs read; of others only the name is kept. */
    private static final String OUR_VARIABLES = "LINKERD_MULTUS_";
    /** Annotations whose keys end their domain so are those of Linkerd, Multus, Kubernetes and OpenShift. */
    private static final List<String> DOMAINS =
            List.of("linkerd.io", "k8s.cni.cncf.io", "kubernetes.io", "openshift.io", "helm.sh", "v1.multus-cni.io");

    /** {@return a copy of an object, cleaned} */
    ObjectNode of(ObjectNode object) {
        var copy = object.deepCopy();
        if (copy.path("kind").asText().equals("Secret")) {
            copy.remove(List.of("data", "stringData"));
        }
        if (copy.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
        }
        clean(copy);
        return copy;
    }

    private void clean(JsonNode node) {
        switch (node) {
            case ObjectNode object ->
                object.propertyStream().toList().forEach(field -> {
                    if (field.getKey().equals(ANNOTATIONS) && field.getValue() instanceof ObjectNode annotations) {
                        annotations(annotations);
                    } else if (field.getKey().equals("env") && field.getValue() instanceof ArrayNode variables) {
                        variables.forEach(Cleaning::variable);
                    }
                    field(object, field.getKey(), field.getValue());
                });
            case ArrayNode array -> {
                for (int index = 0; index < array.size(); index++) {
                    if (array.get(index) instanceof TextNode text) {
                        array.set(index, redaction.of(text.asText()));
                    } else {
                        clean(array.get(index));
                    }
                }
            }
            default -> {}
        }
    }

    private void field(ObjectNode object, String name, JsonNode value) {
        if (value instanceof TextNode text) {
            object.put(
                    name,
                    Redaction.isSecret(name) && !name.equals("secretName")
                            ? Redaction.TAKEN_OUT
                            : redaction.of(text.asText()));
        } else {
            clean(value);
        }
    }

    private static void annotations(ObjectNode annotations) {
        annotations.fieldNames().forEachRemaining(key -> {
            var domain = key.contains("/") ? key.substring(0, key.indexOf('/')) : "";
            if (key.contains(LAST_APPLIED)
                    || DOMAINS.stream().noneMatch(known -> domain.equals(known) || domain.endsWith("." + known))) {
                annotations.put(key, Redaction.TAKEN_OUT);
            }
        });
    }

    private static void variable(JsonNode variable) {
        if (variable instanceof ObjectNode one
                && one.has("value")
                && !one.path("name").asText().startsWith(OUR_VARIABLES)) {
            one.put("value", Redaction.TAKEN_OUT);
        }
    }
}
