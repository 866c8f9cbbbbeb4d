// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.linkerd.multus.acceptance.kinds.OwnKind;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;
import java.util.List;

/** The LinkerdConfig {@code mesh} of a cluster, and its kind. */
final class LinkerdConfigObject {
    static final String NAME = "mesh";

    private static final OwnKind KIND = OwnKind.LINKERD_CONFIG;

    private final Mesh mesh;

    LinkerdConfigObject(Mesh mesh) {
        this.mesh = mesh;
    }

    /** Defines the kind, where it is not; it stays, since the controller looks for one that comes only once a minute. */
    void define() throws IOException, InterruptedException {
        mesh.apply(KIND.definition());
        mesh.kubectl("wait", "--for=condition=Established", "crd/" + KIND.definitionName(), "--timeout=1m");
    }

    /** Takes the kind away with all objects of it, and waits until it is gone. */
    void forget() throws IOException, InterruptedException {
        mesh.kubectl("delete", "crd", KIND.definitionName(), "--ignore-not-found", "--timeout=1m");
    }

    /** Makes or changes it. */
    void apply(String spec) throws IOException, InterruptedException {
        mesh.apply("""
            apiVersion: config.linkerd.io/v1alpha1
            kind: LinkerdConfig
            metadata: {name: %s}
            spec: %s
            """.formatted(NAME, spec));
    }

    /** Deletes all of the kind, and waits until they are gone. */
    void deleteAll() throws IOException, InterruptedException {
        Kubectl kubectl = mesh.cluster().kubectl();
        if (kubectl.attempt("", "get", "crd", KIND.definitionName()).succeeded()) {
            kubectl.run("delete", KIND.plural(), "--all", "--timeout=30s");
        }
    }

    /** {@return what {@code kubectl get} shows of it} */
    String row() throws IOException, InterruptedException {
        return mesh.kubectl("get", KIND.plural(), NAME, "--no-headers");
    }

    JsonNode status() throws IOException {
        return object().path("status");
    }

    private JsonNode object() throws IOException {
        return mesh.objects().find(KIND.plural(), "", NAME).orElseGet(MissingNode::getInstance);
    }

    /** Waits until a condition of this spec is so, as in {@code False Differs}; {@return its message} */
    String await(String type, String statusAndReason) {
        return mesh.untilHas(
                        type + " is " + statusAndReason,
                        () -> condition(type),
                        said -> said.startsWith(statusAndReason + ": "))
                .substring(statusAndReason.length() + 2);
    }

    /** {@return a condition as in {@code False Differs: message}; the one of another generation does not count} */
    String condition(String type) throws IOException {
        var object = object();
        var generation = object.at("/metadata/generation").asLong();
        return object.at("/status/conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals(type))
                .filter(condition -> condition.path("observedGeneration").asLong() == generation)
                .map(condition -> condition.path("status").asText() + " "
                        + condition.path("reason").asText() + ": "
                        + condition.path("message").asText())
                .findFirst()
                .orElse("");
    }

    /** {@return the notes of Events about it with that reason} */
    List<String> events(String reason) throws IOException, InterruptedException {
        return mesh.events("default", reason);
    }
}
