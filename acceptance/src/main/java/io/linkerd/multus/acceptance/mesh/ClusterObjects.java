// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a cluster's objects as JSON trees. */
public final class ClusterObjects {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Kubectl kubectl;

    /** Reads through {@code kubectl}. */
    public ClusterObjects(Kubectl kubectl) {
        this.kubectl = kubectl;
    }

    /** Returns all objects of a kind in a namespace, {@code "*"} for every one. */
    public List<JsonNode> list(String kind, String namespace, String... more) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("get", kind, "--output", "json"));
        arguments.add(namespace.equals("*") ? "--all-namespaces" : "--namespace=" + namespace);
        arguments.addAll(List.of(more));
        var items = new ArrayList<JsonNode>();
        parse(kubectl.run(arguments.toArray(String[]::new))).path("items").forEach(items::add);
        return items;
    }

    /** Returns an object, or nothing where there is none. */
    public Optional<JsonNode> find(String kind, String namespace, String name)
            throws IOException, InterruptedException {
        var text = kubectl.run("get", kind, name, "--namespace=" + namespace, "--output=json", "--ignore-not-found");
        return text.isBlank() ? Optional.empty() : Optional.of(parse(text));
    }

    /** Returns what the API server answers on a path. */
    public String raw(String path) throws IOException, InterruptedException {
        return kubectl.run("get", "--raw", path);
    }

    /** Returns the pods of a namespace that a label selector chooses, as far as the mesh is concerned. */
    public List<MeshedPod> pods(String namespace, String selector) throws IOException, InterruptedException {
        return list("pods", namespace, "--selector=" + selector).stream()
                .map(MeshedPod::of)
                .toList();
    }

    private static JsonNode parse(String text) throws JsonProcessingException {
        return JSON.readTree(text);
    }
}
