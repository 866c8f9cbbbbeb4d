// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The pods of a namespace that ask Multus for networks, and the definitions of these.
 *
 * @param namespace it exists already
 */
record AttachedPods(Mesh mesh, String namespace) {
    /** A network of a bridge on the node, {@code 198.18.200.0/24}, that takes all that a pod may ask of it. */
    static final String LAN = """
            {"cniVersion": "0.4.0", "plugins": [
              {"type": "bridge", "bridge": "lan0", "isGateway": true, "capabilities": {"ips": true, "mac": true},
               "ipam": {"type": "host-local", "subnet": "198.18.200.0/24"}},
              {"type": "portmap", "capabilities": {"portMappings": true}},
              {"type": "bandwidth", "capabilities": {"bandwidth": true}}]}""";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    /** Makes a definition whose configuration is the definition's own. */
    void define(String name, String config) throws IOException, InterruptedException {
        apply(name, "spec: {config: '" + inOneLine(config) + "'}");
    }

    /** Makes one that names a file of the node. */
    void defineByFile(String name) throws IOException, InterruptedException {
        apply(name, "spec: {}");
    }

    private void apply(String name, String spec) throws IOException, InterruptedException {
        mesh.apply("""
                apiVersion: k8s.cni.cncf.io/v1
                kind: NetworkAttachmentDefinition
                metadata: {name: %s, namespace: %s}
                %s
                """.formatted(name, namespace, spec));
    }

    /** Makes a pod with networks as the annotation has them, and waits for nothing. */
    void make(String name, String networks) throws IOException, InterruptedException {
        make(name, networks, "");
    }

    /** The same with a port of the node that leads to the pod's own. */
    void makeWithPort(String name, String networks, int hostPort) throws IOException, InterruptedException {
        make(name, networks, "ports: [{containerPort: 8080, hostPort: " + hostPort + "}]");
    }

    private void make(String name, String networks, String ports) throws IOException, InterruptedException {
        mesh.apply("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %s
                  namespace: %s
                  annotations: {k8s.v1.cni.cncf.io/networks: '%s'}
                spec:
                  terminationGracePeriodSeconds: 0
                  containers:
                  - name: app
                    image: "%s"
                    imagePullPolicy: IfNotPresent
                    command: [/standins, app, serve]
                    readinessProbe: {tcpSocket: {port: 8080}, periodSeconds: 1}
                    %s
                """.formatted(name, namespace, inOneLine(networks), LinkerdStandins.IMAGE, ports));
    }

    private static String inOneLine(String json) {
        return json.replace('\n', ' ');
    }

    /** Waits until a pod is ready, and returns it. */
    JsonNode ready(String name) {
        return mesh.untilHas(
                        "pod " + name + " is ready",
                        () -> find(name),
                        found -> found.filter(AttachedPods::isReady).isPresent())
                .orElseThrow();
    }

    /** Waits until a pod whose container was another one before is ready. */
    JsonNode readyAgain(JsonNode before) {
        var name = before.at("/metadata/name").asText();
        var container = container(before);
        return mesh.untilHas(
                        "pod " + name + " is ready with another container",
                        () -> find(name),
                        found -> found.filter(
                                        pod -> isReady(pod) && !container(pod).equals(container))
                                .isPresent())
                .orElseThrow();
    }

    private Optional<JsonNode> find(String name) throws IOException {
        return mesh.objects().find("pod", namespace, name);
    }

    private static boolean isReady(JsonNode pod) {
        return pod.at("/status/containerStatuses/0/ready").asBoolean();
    }

    private static String container(JsonNode pod) {
        return pod.at("/status/containerStatuses/0/containerID").asText();
    }

    /** {@return what Multus says of the pod's networks} */
    static JsonNode status(JsonNode pod) throws IOException {
        return JSON.readTree(Mesh.annotation(pod, "k8s.v1.cni.cncf.io/network-status"));
    }

    /** {@return what a program prints in the pod's network} */
    String inside(String pod, String... command) throws IOException, InterruptedException {
        return mesh.cluster().podNetwork(namespace, pod).run(DEADLINE, List.of(command));
    }

    /** {@return the id of the sandbox that the pod has} */
    String sandbox(String pod) throws IOException, InterruptedException {
        var filter = "labels.\"io.kubernetes.pod.name\"==\"" + pod + "\",labels.\"io.kubernetes.pod.namespace\"==\""
                + namespace + "\",labels.\"io.cri-containerd.kind\"==\"sandbox\"";
        return mesh.cluster()
                .nodes()
                .getFirst()
                .run(DEADLINE, List.of("ctr", "--namespace", "k8s.io", "containers", "list", "--quiet", filter))
                .strip();
    }

    /** Whether a ready pod has the interface in its network, and Multus says so; the pod is read again. */
    boolean has(String pod, String network, String link) throws IOException, InterruptedException {
        var told = status(find(pod).orElseThrow())
                .valueStream()
                .anyMatch(entry -> entry.path("name").asText().equals(namespace + "/" + network)
                        && entry.path("interface").asText().equals(link));
        return told && inside(pod, "ip", "-oneline", "link").contains(" " + link + "@");
    }

    /** Deletes all pods of the namespace, and waits until nothing of them, or of pods before them, is left on the node. */
    void deleteAll() throws IOException, InterruptedException {
        deleteAll(_ -> true);
    }

    /** The same, for traces of a kind. */
    void deleteAll(Predicate<String> counts) throws IOException, InterruptedException {
        mesh.kubectl("delete", "pods", "--all", "--namespace", namespace, "--timeout=2m");
        var node = mesh.cluster().nodes().getFirst();
        mesh.untilHas(
                "nothing is left on the node",
                () -> NodeTraces.left(node).stream().filter(counts).toList(),
                List::isEmpty);
    }
}
