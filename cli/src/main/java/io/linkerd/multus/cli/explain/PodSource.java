// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A pod that is to be explained.
 *
 * @param place where it was found
 * @param object what makes it, or itself: {@code Deployment web}
 * @param pod as it is sent to the API server
 * @param namespace that it names
 */
public record PodSource(String place, String object, ObjectNode pod, Optional<String> namespace) {
    private static final JsonPointer TEMPLATE = JsonPointer.compile("/spec/template");

    /** Kinds that make pods, and where their template is. */
    private static final Map<String, JsonPointer> TEMPLATES = new TreeMap<>(Map.of(
            "CronJob", JsonPointer.compile("/spec/jobTemplate/spec/template"),
            "DaemonSet", TEMPLATE,
            "Deployment", TEMPLATE,
            "DeploymentConfig", TEMPLATE,
            "Job", TEMPLATE,
            "PodTemplate", JsonPointer.compile("/template"),
            "ReplicaSet", TEMPLATE,
            "ReplicationController", TEMPLATE,
            "StatefulSet", TEMPLATE));

    /** What would do, for messages. */
    public static final String KINDS = "a Pod would do, or what makes pods: " + String.join(", ", TEMPLATES.keySet());

    /**
     * {@return the pod of an object; empty where that makes none}
     *
     * @throws UnusableFile if it makes pods, and has no template for them
     */
    public static Optional<PodSource> of(Document document) throws UnusableFile {
        var object = (document.kind() + " " + document.name()).strip();
        var namespace = Optional.of(document.object().at("/metadata/namespace").asText(""))
                .filter(name -> !name.isEmpty());
        if (document.kind().equals("Pod")) {
            return Optional.of(new PodSource(document.place(), object, document.object(), namespace));
        }
        var pointer = TEMPLATES.get(document.kind());
        if (pointer == null) {
            return Optional.empty();
        }
        if (!(document.object().at(pointer) instanceof ObjectNode template)) {
            throw new UnusableFile(
                    document.place() + ": " + object + " has no pod template at " + pointer + ", so it makes no pods");
        }
        return Optional.of(new PodSource(document.place(), object, pod(document.name(), template), namespace));
    }

    /** As a controller makes it: the template, with a name that begins like that of its maker. */
    private static ObjectNode pod(String maker, ObjectNode template) {
        var pod = template.deepCopy().put("apiVersion", "v1").put("kind", "Pod");
        Trees.object(pod, "metadata").put("generateName", maker + "-");
        return pod;
    }

    /** {@return the pod's name, or the beginning of it that the API server completes} */
    String podName() {
        return new Document(place, pod).name();
    }
}
