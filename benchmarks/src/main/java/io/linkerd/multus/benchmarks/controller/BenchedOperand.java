// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A LinkerdMultus and its operand, in an API server that has nobody who runs pods: that they run is said here. */
record BenchedOperand(PlainApiClient api) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final int OK = 200;

    private static final String MULTUSES = "/apis/multus.linkerd.io/v1alpha1/linkerdmultuses";
    private static final String MULTUS = MULTUSES + "/cluster";
    private static final String NAMESPACE = "/namespaces/linkerd-multus/";
    private static final String DAEMON_SET = "/apis/apps/v1" + NAMESPACE + "daemonsets/linkerd-multus-installer";
    private static final String DEPLOYMENT = "/apis/apps/v1" + NAMESPACE + "deployments/linkerd-multus-webhook";
    private static final String ADMISSION =
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-linkerd-multus-webhook";

    /** One of each kind, and none whose pods would have to be waited for. */
    private static final List<String> DELETED = List.of(
            "/api/v1" + NAMESPACE + "serviceaccounts/linkerd-multus-webhook",
            "/api/v1" + NAMESPACE + "services/linkerd-multus-webhook",
            "/apis/policy/v1" + NAMESPACE + "poddisruptionbudgets/linkerd-multus-webhook",
            "/apis/networking.k8s.io/v1" + NAMESPACE + "networkpolicies/linkerd-multus-webhook",
            "/apis/rbac.authorization.k8s.io/v1" + NAMESPACE + "roles/linkerd-multus-webhook",
            "/apis/rbac.authorization.k8s.io/v1" + NAMESPACE + "rolebindings/linkerd-multus-webhook",
            "/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-webhook",
            "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/linkerd-multus-webhook",
            "/apis/security.openshift.io/v1/securitycontextconstraints/linkerd-multus-installer",
            ADMISSION);

    /** Makes the kind known, and gives the controller's account all rights: the bundle's are generated, and tested elsewhere. */
    void define(Path root) throws IOException {
        api.apply(
                        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/linkerdmultuses.multus.linkerd.io",
                        Files.readString(root.resolve("charts/linkerd-multus-crds/templates/linkerdmultuses.yaml")))
                .orThrow();
        api.awaitServed(MULTUSES);
        api.apply("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/operator-of-the-bench", """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: operator-of-the-bench},
                subjects: [{kind: ServiceAccount, namespace: linkerd-multus, name: linkerd-multus-controller}],
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}}
                """)
                .orThrow();
    }

    /** Has the release give up its controller, asks for the rest, and returns when everything is as asked. */
    void takeOver() throws IOException {
        api.delete("/apis/apps/v1" + NAMESPACE + "deployments/linkerd-multus-controller")
                .orThrow();
        api.apply(MULTUS, """
                {apiVersion: multus.linkerd.io/v1alpha1, kind: LinkerdMultus, metadata: {name: cluster}, spec: {adopt: true}}
                """).orThrow();
        await("everything is as asked", () -> {
            rollOut(DAEMON_SET, """
                    "desiredNumberScheduled": 1, "currentNumberScheduled": 1, "updatedNumberScheduled": 1, "numberAvailable": 1,
                    "numberReady": 1, "numberMisscheduled": 0""");
            rollOut(DEPLOYMENT, """
                    "replicas": 2, "updatedReplicas": 2, "availableReplicas": 2, "readyReplicas": 2""");
            return status().path("reason").asText().equals("AsAsked");
        });
    }

    private void rollOut(String path, String pods) throws IOException {
        var workload = read(path);
        if (!workload.at("/metadata/generation").equals(workload.at("/status/observedGeneration"))) {
            api.merge(
                            path + "/status",
                            "{\"status\": {\"observedGeneration\": %s, %s}}"
                                    .formatted(workload.at("/metadata/generation"), pods))
                    .orThrow();
        }
    }

    /** {@return how long it took at most until an object that was deleted was there again, in nanoseconds} */
    long slowestHealing() throws IOException {
        var slowest = 0L;
        for (var path : DELETED) {
            api.delete(path).orThrow();
            var begin = System.nanoTime();
            await(path + " is there again", () -> api.get(path).status() == OK);
            slowest = Math.max(slowest, System.nanoTime() - begin);
        }
        return slowest;
    }

    /** {@return how many namespaces the status says are attached} */
    int told() throws IOException {
        return status().at("/namespaces/attached").asInt();
    }

    void awaitTold(long enough) throws IOException {
        await(enough + " namespaces are told of", () -> told() >= enough);
    }

    /** {@return how often somebody wrote the object or its status} */
    long statusWrites() throws IOException {
        return Writes.now(api).requests().getOrDefault("linkerdmultuses", 0L);
    }

    private JsonNode status() throws IOException {
        return read(MULTUS).path("status");
    }

    private JsonNode read(String path) throws IOException {
        return JSON.readTree(api.get(path).orThrow());
    }

    private static void await(String what, Await.Condition condition) throws IOException {
        if (!Await.holds(PATIENCE, POLL, condition)) {
            throw new IOException("not within " + PATIENCE.toMinutes() + " min: " + what);
        }
    }
}
