// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.ClusterObjects;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The namespaces that tests make in a cluster. Each has a name of its own, so that a test need not wait until the namespaces of the
 * test before it are gone: their deletion is asked for when the test ends, and awaited once for all of them.
 */
final class MadeNamespaces {
    private final Kubectl kubectl;
    private final Duration deadline;
    private final ClusterObjects objects;
    private final List<String> ofThisTest = new ArrayList<>();
    /** Which test made each namespace whose deletion was asked for and has not been awaited. */
    private final Map<String, String> leaving = new LinkedHashMap<>();

    private int named;

    /** Waits so long for all that were deleted to go. */
    MadeNamespaces(Kubectl kubectl, ClusterObjects objects, Duration deadline) {
        this.deadline = deadline;
        this.kubectl = kubectl;
        this.objects = objects;
    }

    /** Returns a name that no other test gets in this cluster; nothing is made yet. */
    String unique(String word) {
        named++;
        return word + "-" + named;
    }

    /** Remembers a namespace as one of the test that runs. */
    void made(String name) {
        if (!ofThisTest.contains(name)) {
            ofThisTest.add(name);
        }
    }

    /** Asks for the deletion of what the test made, and returns without waiting for it. */
    void delete(String test) throws IOException, InterruptedException {
        if (ofThisTest.isEmpty()) {
            return;
        }
        ofThisTest.forEach(name -> leaving.put(name, test));
        var command = new ArrayList<>(List.of("delete", "namespace", "--ignore-not-found", "--wait=false"));
        command.addAll(ofThisTest);
        kubectl.run(command.toArray(String[]::new));
        ofThisTest.clear();
    }

    /** Returns when every namespace is gone whose deletion was asked for; one that stays fails, with its test and what holds it up. */
    void awaitGone() throws IOException, InterruptedException {
        try {
            Awaitility.await()
                    .atMost(deadline)
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> left().isEmpty());
            leaving.clear();
        } catch (ConditionTimeoutException _) {
            throw new AssertionError("not deleted within " + deadline + ":\n" + String.join("\n", described(left())));
        }
    }

    private Map<String, JsonNode> left() throws IOException, InterruptedException {
        if (leaving.isEmpty()) {
            return Map.of();
        }
        return objects.list("namespaces", "").stream()
                .filter(namespace -> leaving.containsKey(name(namespace)))
                .collect(Collectors.toMap(MadeNamespaces::name, namespace -> namespace, (one, _) -> one, TreeMap::new));
    }

    private List<String> described(Map<String, JsonNode> namespaces) {
        return namespaces.entrySet().stream()
                .map(left -> "namespace " + left.getKey() + ", made by " + leaving.get(left.getKey()) + ": "
                        + holdUps(left.getValue()))
                .toList();
    }

    /** What the namespace controller says that it waits for. */
    private static String holdUps(JsonNode namespace) {
        return namespace
                .at("/status/conditions")
                .valueStream()
                .filter(condition -> condition.path("status").asText().equals("True"))
                .map(condition -> condition.path("message").asText())
                .collect(Collectors.joining("; "));
    }

    private static String name(JsonNode namespace) {
        return namespace.at("/metadata/name").asText();
    }
}
