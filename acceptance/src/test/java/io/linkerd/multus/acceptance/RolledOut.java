// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * What a workload shows of restarts: how often there were any, when, and for what.
 *
 * @param kind as {@code kubectl} names it
 * @param app its name, and the label {@code app} of its pods
 */
record RolledOut(Mesh mesh, String namespace, String kind, String app) {
    private static final String TEMPLATE = "/spec/template/metadata/annotations/";

    /** {@return its name as Events and statuses have it, after its kind} */
    String inWords() {
        return namespace + "/" + app;
    }

    /** {@return how often its spec was changed, its making included} */
    long generation() throws IOException {
        return object().at("/metadata/generation").asLong();
    }

    /** {@return the changes for which it has been restarted} By the history that its controller keeps: one template for each. */
    List<String> marks() throws IOException {
        return StreamSupport.stream(history().spliterator(), false)
                .map(template -> template.at("/metadata/annotations/multus.linkerd.io~1rolled-out-for")
                        .asText())
                .filter(mark -> !mark.isEmpty())
                .toList();
    }

    private List<JsonNode> history() throws IOException {
        return kind.equals("deployment")
                ? labelled("replicasets").stream()
                        .map(one -> one.at("/spec/template"))
                        .toList()
                : labelled("controllerrevisions").stream()
                        .map(one -> one.at("/data/spec/template"))
                        .toList();
    }

    /** {@return when it was restarted; empty where it was not} */
    Optional<Instant> restartedAt() throws IOException {
        return Optional.of(object().at(TEMPLATE + "kubectl.kubernetes.io~1restartedAt")
                        .asText())
                .filter(text -> !text.isEmpty())
                .map(Instant::parse);
    }

    /** {@return whether it was restarted when all pods of the other were ready, to the second} */
    boolean beganAfter(RolledOut other) throws IOException {
        var began = restartedAt().orElseThrow();
        return other.pods().stream().noneMatch(pod -> ready(pod).isAfter(began));
    }

    /** {@return its pods, the eldest first} */
    List<JsonNode> pods() throws IOException {
        return labelled("pods").stream()
                .sorted(Comparator.comparing(RolledOut::created))
                .toList();
    }

    /** {@return the versions of its pods' proxies} */
    List<String> versions() throws IOException {
        return pods().stream()
                .map(pod -> pod.at("/metadata/annotations/linkerd.io~1proxy-version")
                        .asText())
                .toList();
    }

    /** {@return how many pods its controller has made} */
    int podsMade() throws IOException {
        return mesh.objects().events(namespace, "SuccessfulCreate").stream()
                .filter(event -> event.at("/involvedObject/name").asText().equals(app))
                .mapToInt(event -> event.path("count").asInt(1))
                .sum();
    }

    static Instant created(JsonNode pod) {
        return Instant.parse(pod.at("/metadata/creationTimestamp").asText());
    }

    /** {@return when a pod became ready; far in the future where it is not} */
    static Instant ready(JsonNode pod) {
        return pod.at("/status/conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals("Ready"))
                .filter(condition -> condition.path("status").asText().equals("True"))
                .map(condition ->
                        Instant.parse(condition.path("lastTransitionTime").asText()))
                .findFirst()
                .orElse(Instant.MAX);
    }

    private JsonNode object() throws IOException {
        return mesh.objects().find(kind, namespace, app).orElseThrow();
    }

    private List<JsonNode> labelled(String what) throws IOException {
        return mesh.objects().labelled(what, namespace, "app=" + app);
    }
}
