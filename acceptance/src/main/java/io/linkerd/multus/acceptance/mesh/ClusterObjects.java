// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.apiserver.ApiResponse;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import io.linkerd.multus.localcluster.pki.Kubeconfig;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a cluster's objects as JSON trees. It asks the API server itself: what waits for an object looks twice a second, and a kubectl
 * for each look takes the processor from what is waited for.
 */
public final class ClusterObjects {
    /** Every namespace. */
    public static final String EVERYWHERE = "*";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final PlainApiClient api;
    private final ApiResources resources;

    /** Reads as the user of {@code kubectl}. */
    public ClusterObjects(Kubectl kubectl) throws IOException {
        this.api = PlainApiClient.of(Kubeconfig.read(kubectl.kubeconfig()));
        this.resources = new ApiResources(api);
    }

    /** Returns all objects of a kind in a namespace, or {@link #EVERYWHERE}. */
    public List<JsonNode> list(String kind, String namespace) throws IOException {
        return items(resources.path(kind, namespace));
    }

    /** Returns those objects that a label selector chooses. */
    public List<JsonNode> labelled(String kind, String namespace, String selector) throws IOException {
        return items(resources.path(kind, namespace) + "?labelSelector=" + encoded(selector));
    }

    /** Returns the Events of a namespace that have this reason. */
    public List<JsonNode> events(String namespace, String reason) throws IOException {
        return items(resources.path("events", namespace) + "?fieldSelector=" + encoded("reason=" + reason));
    }

    /** Returns an object, or nothing where there is none. */
    public Optional<JsonNode> find(String kind, String namespace, String name) throws IOException {
        var answer = api.get(resources.path(kind, namespace) + "/" + name);
        return answer.status() == HttpURLConnection.HTTP_NOT_FOUND ? Optional.empty() : Optional.of(tree(answer));
    }

    /** Returns what the API server answers on a path. */
    public String raw(String path) throws IOException {
        return api.get(path).orThrow();
    }

    /** Returns the pods of a namespace that a label selector chooses, as far as the mesh is concerned. */
    public List<MeshedPod> pods(String namespace, String selector) throws IOException {
        return labelled("pods", namespace, selector).stream().map(MeshedPod::of).toList();
    }

    private List<JsonNode> items(String path) throws IOException {
        var items = new ArrayList<JsonNode>();
        tree(api.get(path)).path("items").forEach(items::add);
        return items;
    }

    private static JsonNode tree(ApiResponse answer) throws IOException {
        return JSON.readTree(answer.orThrow());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
