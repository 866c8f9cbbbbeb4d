// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.kills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.pods.plan.Roots;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What the owner of one namespace can write, before a controller with the heap of its chart: a hundred such pods ended each replica. */
@Execution(ExecutionMode.CONCURRENT)
class LargeObjectsIT {
    /** All annotations of an object together have 256 KiB. */
    private static final String ANNOTATION = "x".repeat(250_000);

    /** Objects have 1.5 MiB in etcd. */
    private static final String MUCH = "x".repeat(1_400_000);

    private static final String HEAP = "-Xmx96m";
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final FakeApiServer api = FakeApiServer.tls()
            .define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true)
            .define("config.linkerd.io/v1alpha1", "linkerdconfigs", "LinkerdConfig", false)
            .define("v1", "replicationcontrollers", "ReplicationController", true)
            .define("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", true);

    @BeforeEach
    void makeRelease() {
        for (var kind : List.of("StatefulSet", "ReplicaSet")) {
            api.define("apps/v1", kind.toLowerCase(Locale.ROOT) + "s", kind, true);
        }
        api.put(FakeCluster.ROLE, "{}");
        api.put("/api/v1/namespaces/linkerd-multus", "{}");
        api.put("/api/v1/namespaces/default", "{}");
        api.put(
                FakeCluster.CONFIG_MAP,
                "{data: {'cni_network_config': '{\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\"}'}}");
        api.put(
                "/api/v1/namespaces/linkerd/configmaps/linkerd-config",
                "{data: {values: 'linkerdVersion: edge-26.9.1', more: '" + MUCH + "'}}");
        api.put(
                "/api/v1/namespaces/linkerd/configmaps/linkerd-identity-trust-roots",
                "{data: {'ca-bundle.crt': \"" + Roots.A.replace("\n", "\\n") + "\", more: '" + MUCH + "'}}");
        api.put("/apis/config.linkerd.io/v1alpha1/linkerdconfigs/mesh", "{spec: {mode: 'Observe'}}");
    }

    @AfterEach
    void stopApi() {
        api.close();
    }

    @Test
    void aTenantsObjectsEndNoController() throws Exception {
        put(
                120,
                pod -> pods(
                        "greedy-" + pod,
                        "annotations: {'config.linkerd.io/proxy-log-level': '" + ANNOTATION + "'}",
                        ""));
        put(
                20,
                pod -> pods(
                        "networks-" + pod, "annotations: {'k8s.v1.cni.cncf.io/networks': '" + ANNOTATION + "'}", ""));
        put(
                25,
                pod -> pods(
                        "environment-" + pod,
                        "annotations: {}",
                        "spec: {containers: [{name: 'linkerd-proxy', env: [{name: 'A', value: '" + MUCH + "'}]}]}"));
        put(
                800,
                pod -> pods(
                        "many-" + pod,
                        "annotations: {'config.linkerd.io/proxy-log-level': '" + pod + "'}",
                        "spec: {containers: [{name: 'linkerd-proxy', env: [{name: 'A', value: '" + pod
                                + "x".repeat(30_000) + "'}]}]}"));
        put(
                300,
                pod -> pods(
                        "short-" + pod,
                        "annotations: {}",
                        "spec: {containers: [{name: 'linkerd-proxy', env: [" + variables(pod) + "]}]}"));
        put(
                60,
                number -> Map.entry(
                        "/api/v1/namespaces/large-" + number,
                        "{metadata: {annotations: {'config.linkerd.io/proxy-log-level': '" + ANNOTATION + "'}}}"));
        put(
                30,
                number -> Map.entry(
                        "/apis/k8s.cni.cncf.io/v1/namespaces/large-" + number
                                + "/network-attachment-definitions/linkerd-cni",
                        "{spec: {config: '" + MUCH + "'}}"));
        for (var kind : List.of("deployments", "statefulsets", "daemonsets")) {
            put(
                    12,
                    number -> Map.entry(
                            "/apis/apps/v1/namespaces/greedy/" + kind + "/large-" + number,
                            "{spec: {replicas: 0, template: {metadata: {labels: {app: 'web'}, annotations: {'config.linkerd.io/proxy-log-level': '"
                                    + MUCH + "'}}}}}"));
        }
        put(
                12,
                number -> Map.entry(
                        "/apis/policy/v1/namespaces/greedy/poddisruptionbudgets/large-" + number,
                        "{spec: {selector: {matchLabels: {app: '" + MUCH + "'}}}}"));

        var log = folder.resolve("log");
        var kubeconfig = Files.writeString(folder.resolve("kubeconfig"), KilledReplicas.kubeconfig(api));
        try (var controller = new ControllerProcess("controller-1", kubeconfig, log, HEAP)) {
            api.put("/api/v1/namespaces/shop", "{metadata: {annotations: {'linkerd.io/multus': 'enabled'}}}");
            awaitAttachment("shop", controller, log);
            await("an Event tells of them")
                    .atMost(SOON)
                    .until(() -> api.list("/api/v1/namespaces/greedy/events").stream()
                            .anyMatch(event -> event.path("reason").asText().equals("ObjectTooLarge")));

            for (int round = 0; round < 3; round++) {
                change(round);
            }
            api.put("/api/v1/namespaces/later", "{metadata: {annotations: {'linkerd.io/multus': 'enabled'}}}");
            awaitAttachment("later", controller, log);
            assertThat(controller.endsWithin(Duration.ofSeconds(1)))
                    .as("it has ended")
                    .isFalse();
        }
        assertThat(log).content().doesNotContain("OutOfMemoryError");
        assertThat(api.list("/api/v1/namespaces/greedy/pods"))
                .as("none was evicted")
                .hasSize(120 + 20 + 25 + 800 + 300);
    }

    /** Events of 1.5 MB for each watch at once. */
    private void change(int round) {
        var more = "{metadata: {annotations: {'note': '" + round + "'}}}";
        for (int number = 0; number < 10; number++) {
            api.edit("/api/v1/namespaces/greedy/pods/environment-" + number, more);
            api.edit("/apis/apps/v1/namespaces/greedy/deployments/large-" + number, more);
            api.edit("/apis/apps/v1/namespaces/greedy/statefulsets/large-" + number, more);
            api.edit("/apis/apps/v1/namespaces/greedy/daemonsets/large-" + number, more);
            api.edit("/apis/policy/v1/namespaces/greedy/poddisruptionbudgets/large-" + number, more);
            api.edit(
                    "/apis/k8s.cni.cncf.io/v1/namespaces/large-" + number
                            + "/network-attachment-definitions/linkerd-cni",
                    more);
            api.edit("/api/v1/namespaces/linkerd/configmaps/linkerd-config", more);
        }
    }

    private void awaitAttachment(String namespace, ControllerProcess controller, Path log) {
        await("an attachment in " + namespace).atMost(SOON).until(() -> {
            assertThat(controller.endsWithin(Duration.ofMillis(100)))
                    .as(() -> "it has ended: " + tail(log))
                    .isFalse();
            return api.get("/apis/k8s.cni.cncf.io/v1/namespaces/" + namespace
                            + "/network-attachment-definitions/linkerd-cni")
                    .isPresent();
        });
    }

    private static String tail(Path log) {
        try {
            var text = Files.readString(log);
            return text.substring(Math.max(0, text.length() - 4000));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** In heap they take twenty times what they say. */
    private static String variables(int pod) {
        return IntStream.range(0, 2_000)
                .mapToObj(number -> "{name: '" + pod + "-" + number + "', value: '1'}")
                .collect(Collectors.joining(", "));
    }

    private void put(int count, IntFunction<Map.Entry<String, String>> object) {
        for (int number = 0; number < count; number++) {
            var made = object.apply(number);
            api.put(made.getKey(), made.getValue());
        }
    }

    private static Map.Entry<String, String> pods(String name, String metadata, String spec) {
        return Map.entry(
                "/api/v1/namespaces/greedy/pods/" + name,
                "{metadata: {labels: {'linkerd.io/control-plane-ns': 'linkerd'}, " + metadata + "}"
                        + (spec.isEmpty() ? "" : ", " + spec) + "}");
    }
}
