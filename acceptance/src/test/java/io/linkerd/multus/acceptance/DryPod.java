// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.linkerd.multus.acceptance.mesh.Applications;
import java.io.IOException;
import java.util.stream.Stream;

/**
 * What the cluster makes of a new pod, which is not kept.
 *
 * @param pod as it would be; missing where it was refused
 * @param refusal what the API server said then
 */
record DryPod(JsonNode pod, String refusal) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static DryPod of(Mesh mesh, String namespace) throws IOException, InterruptedException {
        var outcome = mesh.cluster()
                .kubectl()
                .attempt(Applications.pod(namespace, "dry"), "create", "--dry-run=server", "--output=json", "-f", "-");
        return outcome.succeeded()
                ? new DryPod(JSON.readTree(outcome.output()), "")
                : new DryPod(MissingNode.getInstance(), outcome.errors());
    }

    boolean isTaken() {
        return refusal.isEmpty();
    }

    String proxyImage() {
        return proxy().path("image").asText();
    }

    /** {@return a variable of its proxy; an empty text where it has none} */
    String proxyVariable(String name) {
        return proxy().path("env")
                .valueStream()
                .filter(variable -> variable.path("name").asText().equals(name))
                .map(variable -> variable.path("value").asText())
                .findFirst()
                .orElse("");
    }

    boolean trusts(String root) {
        return proxyVariable("LINKERD2_PROXY_IDENTITY_TRUST_ANCHORS").strip().equals(root.strip());
    }

    private JsonNode proxy() {
        return Stream.of("/spec/initContainers", "/spec/containers")
                .flatMap(containers -> pod.at(containers).valueStream())
                .filter(container -> container.path("name").asText().equals("linkerd-proxy"))
                .findFirst()
                .orElseGet(MissingNode::getInstance);
    }
}
