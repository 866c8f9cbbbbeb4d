// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.benchmarks.webhook.Review;
import io.linkerd.multus.benchmarks.workplace.ManyNamespaces;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Puts a population into an API server that has nobody else: pods are objects here, on a node that does not run them. */
record Settlement(PlainApiClient api, Population population) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WEBHOOKS = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
    private static final int AT_ONCE = 8;

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

    /** Makes the pods of those who do. The release's webhook, which nobody serves here, is taken away before. */
    void pods(ManyNamespaces namespaces) throws IOException, InterruptedException {
        for (var webhook : JSON.readTree(api.get(WEBHOOKS).orThrow()).path("items")) {
            api.delete(WEBHOOKS + "/" + webhook.at("/metadata/name").asText()).orThrow();
        }
        var left = new AtomicInteger(population.pods());
        var each = Math.ceilDiv(population.pods(), namespaces.count());
        namespaces.each(AT_ONCE, namespace -> {
            var path = "/api/v1/namespaces/" + namespace;
            api.apply(path + "/serviceaccounts/default", """
                    {"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"default"}}""").orThrow();
            var number = Math.min(each, left.getAndAdd(-each));
            for (var pod = 0; pod < number; pod++) {
                api.create(path + "/pods", pod(namespace)).orThrow();
            }
        });
    }

    /** {@return a pod as the API server has it after Linkerd's injector and our webhook} */
    private static String pod(String namespace) throws IOException {
        var pod = (ObjectNode) JSON.readTree(Review.text()).at("/request/object");
        var metadata = (ObjectNode) pod.path("metadata");
        metadata.put("namespace", namespace).remove("managedFields");
        ((ObjectNode) metadata.path("annotations")).put("k8s.v1.cni.cncf.io/networks", "linkerd-cni");
        ((ObjectNode) pod.path("spec")).put("nodeName", "node-1");
        return pod.toString();
    }
}
