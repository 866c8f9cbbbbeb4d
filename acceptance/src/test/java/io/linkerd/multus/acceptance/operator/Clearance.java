// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.localcluster.apiserver.ApiResponse;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Takes an API server back to how it was: what a test made is deleted, what it changed or deleted is as it was before. There is no
 * garbage collector and no controller of namespaces, so each object is deleted by itself.
 */
final class Clearance {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final String NAMESPACES = "/api/v1/namespaces/";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private final PlainApiClient api;
    private final List<String> kinds;
    private final Duration patience;
    private final ClusterContents before;

    /**
     * Takes how the server is now for how it is to be.
     *
     * @param defined the path of a kind that the server may not list yet, since it was just defined
     * @param patience how long objects may take to go
     */
    Clearance(PlainApiClient api, String defined, Duration patience) throws IOException {
        this.api = api;
        this.patience = patience;
        for (var system : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
            api.awaitServed(NAMESPACES + system); // the API server makes them after it is ready
        }
        this.kinds = Stream.concat(ClusterContents.kinds(api).stream(), Stream.of(defined))
                .distinct()
                .toList();
        this.before = ClusterContents.of(api, kinds);
    }

    /** {@return whether other kinds are defined than before} */
    boolean areKindsOther() throws IOException {
        var now = ClusterContents.of(api, List.of(DEFINITIONS)).objects();
        var then = before.objects().keySet().stream()
                .filter(Clearance::isDefinition)
                .collect(Collectors.toSet());
        return !now.keySet().equals(then) || now.values().stream().anyMatch(Clearance::isLeaving);
    }

    private static boolean isDefinition(String path) {
        return path.startsWith(DEFINITIONS + "/");
    }

    /** Deletes all objects of these kinds, in this order. */
    void remove(String... kinds) throws IOException {
        remove(ClusterContents.of(api, List.of(kinds)).objects());
    }

    /** {@return what the API server said against it} It may hold no longer after other objects are gone. */
    private List<String> remove(Map<String, JsonNode> objects) throws IOException {
        var refused = new ArrayList<String>();
        for (var object : objects.entrySet()) {
            for (var answer : remove(object.getKey(), object.getValue())) {
                if (answer.status() >= 300 && answer.status() != HttpURLConnection.HTTP_NOT_FOUND) {
                    refused.add(answer.request() + ": " + answer.status() + " " + answer.body());
                }
            }
        }
        return refused;
    }

    /**
     * Does it.
     *
     * @param test what may have left something behind
     * @param isExcepted by path: what a process that goes on keeps there
     */
    void run(String test, Predicate<String> isExcepted) throws IOException {
        var deadline = System.nanoTime() + patience.toNanos();
        var now = ClusterContents.of(api, kinds).objects();
        var left = left(now, isExcepted);
        var served = left.entrySet().stream()
                .filter(object -> isDefinition(object.getKey()))
                .flatMap(object -> served(object.getValue()))
                .toList();
        var there = there(left, served);
        while (!there.isEmpty()) {
            var refused = remove(left);
            LockSupport.parkNanos(POLL.toNanos());
            now = ClusterContents.of(api, kinds).objects();
            left = left(now, isExcepted);
            there = there(left, served);
            if (!there.isEmpty() && System.nanoTime() - deadline > 0) {
                throw new AssertionError(test + " left behind, and it does not go: " + there + "; refused: " + refused);
            }
        }
        restore(now);
    }

    /** {@return where objects of that kind are, and where its group is found} A kind is served for a while after its definition is gone. */
    private static Stream<String> served(JsonNode definition) {
        var group = "/apis/" + definition.at("/spec/group").asText() + "/";
        var plural = "/" + definition.at("/spec/names/plural").asText();
        return definition
                .at("/spec/versions")
                .valueStream()
                .map(version -> group + version.path("name").asText())
                .flatMap(version -> Stream.of(version, version + plural));
    }

    /** {@return the paths of what is still there} */
    private List<String> there(Map<String, JsonNode> left, List<String> served) throws IOException {
        var there = new ArrayList<>(left.keySet());
        for (var path : served) {
            if (api.get(path).status() != HttpURLConnection.HTTP_NOT_FOUND) {
                there.add(path);
            }
        }
        return there;
    }

    private Map<String, JsonNode> left(Map<String, JsonNode> now, Predicate<String> isExcepted) {
        var left = new TreeMap<>(now);
        left.entrySet()
                .removeIf(object -> isExcepted.test(object.getKey())
                        || (before.objects().containsKey(object.getKey()) && !isLeaving(object.getValue())));
        return left;
    }

    private static boolean isLeaving(JsonNode object) {
        return object.path("metadata").has("deletionTimestamp");
    }

    /** The finalizer of a definition is the API server's own, which deletes the objects of that kind; no other has its controller here. */
    private List<ApiResponse> remove(String path, JsonNode object) throws IOException {
        var answers = new ArrayList<ApiResponse>();
        if (!isLeaving(object)) {
            answers.add(api.delete(path + "?gracePeriodSeconds=0"));
        }
        if (path.startsWith(NAMESPACES) && path.indexOf('/', NAMESPACES.length()) < 0) {
            answers.add(api.replace(path + "/finalize", """
                    {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}, "spec": {"finalizers": []}}
                    """.formatted(path.substring(NAMESPACES.length()))));
        } else if (!isDefinition(path) && object.at("/metadata/finalizers").size() > 0) {
            answers.add(api.merge(path, "{\"metadata\": {\"finalizers\": null}}"));
        }
        return answers;
    }

    private void restore(Map<String, JsonNode> now) throws IOException {
        for (var object : before.objects().entrySet()) {
            var path = object.getKey();
            var wanted = bare(object.getValue());
            if (!now.containsKey(path)) {
                api.create(path.substring(0, path.lastIndexOf('/')), wanted.toString())
                        .orThrow();
            } else if (!bare(now.get(path)).equals(wanted)) {
                wanted.withObject("/metadata")
                        .set("resourceVersion", now.get(path).at("/metadata/resourceVersion"));
                api.replace(path, wanted.toString()).orThrow();
            }
        }
    }

    /** What says how an object is to be, and not who it is. */
    private static ObjectNode bare(JsonNode object) {
        var copy = object.<ObjectNode>deepCopy();
        copy.remove("status");
        copy.withObject("/metadata")
                .remove(List.of("uid", "resourceVersion", "creationTimestamp", "generation", "managedFields"));
        return copy;
    }
}
