// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.benchmarks.webhook.Review;
import io.linkerd.multus.benchmarks.workplace.ManyNamespaces;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Puts a population into an API server that has nobody else: pods are objects here, on a node that does not run them. */
record Settlement(PlainApiClient api, Population population) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WEBHOOKS = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
    private static final int AT_ONCE = 8;
    private static final String WORKLOAD = "web";
    private static final String REPLICA_SET = "web-7c9f8d6b5";

    /** What our webhook chooses in a namespace of the bench. */
    private static final Map<String, Long> USERS =
            Map.of("linkerd-proxy", Review.PROXY_UID, "linkerd-network-validator", Review.VALIDATOR_UID);

    /** Of the proxy that its pods have. */
    static final String PROXY_VERSION = "stable";

    /** {@return the attachments of those who opt in, once they are there} */
    Attachments optedIn() throws IOException, InterruptedException {
        var namespaces = new ManyNamespaces(api, "bench", true, population.optedIn());
        namespaces.create();
        return new Attachments(api, namespaces);
    }

    /** Makes those who do not. */
    void others() throws IOException, InterruptedException {
        new ManyNamespaces(api, "other", false, population.others()).create();
    }

    /** Makes a Deployment in each of those who do, with its pods. The release's webhook, which nobody serves here, is taken away before. */
    void pods(ManyNamespaces namespaces) throws IOException, InterruptedException {
        for (var webhook : JSON.readTree(api.get(WEBHOOKS).orThrow()).path("items")) {
            api.delete(WEBHOOKS + "/" + webhook.at("/metadata/name").asText()).orThrow();
        }
        var next = new AtomicInteger();
        namespaces.each(AT_ONCE, namespace -> {
            var number = population.podsOf(next.getAndIncrement());
            if (number == 0) {
                return;
            }
            var path = "/api/v1/namespaces/" + namespace;
            api.apply(path + "/serviceaccounts/default", """
                {"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"default"}}\
                """).orThrow();
            var owner = deployment(namespace, number);
            for (var pod = 0; pod < number; pod++) {
                api.create(path + "/pods", pod(namespace, owner)).orThrow();
            }
        });
    }

    /** Makes a Deployment and its ReplicaSet, as their controllers leave them; {@return the ReplicaSet's uid} */
    private String deployment(String namespace, int replicas) throws IOException {
        var apps = "/apis/apps/v1/namespaces/" + namespace;
        var template = """
            {"metadata":{"labels":{"app":"web"},"annotations":{"linkerd.io/inject":"enabled"}},
            "spec":{"containers":[{"name":"web","image":"registry.example/shop/web:1.4.2"}]}}\
            """;
        var deployment = JSON.readTree(api.create(apps + "/deployments", """
            {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"%s"},
            "spec":{"replicas":%d,"selector":{"matchLabels":{"app":"web"}},"template":%s}}
            """.formatted(WORKLOAD, replicas, template))
                .orThrow());
        api.merge(apps + "/deployments/" + WORKLOAD + "/status", """
            {"status":{"observedGeneration":1,"replicas":%1$d,"updatedReplicas":%1$d,"readyReplicas":%1$d,"availableReplicas":%1$d}}
            """.formatted(replicas))
                .orThrow();
        var replicaSet = JSON.readTree(api.create(apps + "/replicasets", """
            {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"%s","ownerReferences":[
            {"apiVersion":"apps/v1","kind":"Deployment","name":"%s","uid":%s,"controller":true}]},
            "spec":{"replicas":%d,"selector":{"matchLabels":{"app":"web"}},"template":%s}}
            """.formatted(
                                REPLICA_SET, WORKLOAD, deployment.at("/metadata/uid"), replicas, template))
                .orThrow());
        return replicaSet.at("/metadata/uid").asText();
    }

    /** {@return a pod as the API server has it after Linkerd's injector and our webhook} */
    private static String pod(String namespace, String replicaSet) throws IOException {
        var pod = (ObjectNode) JSON.readTree(Review.text()).at("/request/object");
        var metadata = (ObjectNode) pod.path("metadata");
        metadata.put("namespace", namespace).remove("managedFields");
        ((ObjectNode) metadata.at("/ownerReferences/0"))
                .put("name", REPLICA_SET)
                .put("uid", replicaSet);
        ((ObjectNode) metadata.path("annotations")).put("k8s.v1.cni.cncf.io/networks", "linkerd-cni");
        ((ObjectNode) pod.path("spec")).put("nodeName", "node-1");
        for (var container : List.of(pod.at("/spec/initContainers"), pod.at("/spec/containers"))) {
            container.forEach(Settlement::user);
        }
        return pod.toString();
    }

    private static void user(JsonNode container) {
        var uid = USERS.get(container.path("name").asText());
        if (uid != null) {
            ((ObjectNode) container.path("securityContext")).put("runAsUser", uid);
        }
    }
}
