// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Many namespaces that opted in, and what can be done to all of them.
 *
 * @param count how many
 */
record Namespaces(PlainApiClient api, int count) {
    private static final String GROUP = "/apis/k8s.cni.cncf.io/v1";
    private static final int AT_ONCE = 8;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Something that is done to a namespace. */
    interface Act {
        void on(String namespace) throws IOException;
    }

    /** Makes them, as OpenShift has them. */
    void create() throws IOException, InterruptedException {
        each(
                AT_ONCE,
                name -> api.create("/api/v1/namespaces", """
                        {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"%s","annotations":{
                        "linkerd.io/multus":"enabled","openshift.io/sa.scc.uid-range":"1000660000/10000"}}}
                        """.formatted(name)).orThrow());
    }

    /** Does something to each, to so many at a time. */
    void each(int atOnce, Act act) throws IOException, InterruptedException {
        var done = new ArrayList<Future<?>>();
        try (var threads = Executors.newFixedThreadPool(atOnce)) {
            for (var number = 0; number < count; number++) {
                var name = "bench-%05d".formatted(number);
                done.add(threads.submit(() -> {
                    act.on(name);
                    return name;
                }));
            }
            for (var each : done) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("one of the namespaces failed: " + e.getCause(), e.getCause());
        }
    }

    /** Applies an attachment of that name to {@code namespace}, as the controller does. */
    void attach(String namespace, String name, String config) throws IOException {
        api.apply(GROUP + "/namespaces/" + namespace + "/" + Writes.ATTACHMENTS + "/" + name, """
                        {"apiVersion":"k8s.cni.cncf.io/v1","kind":"NetworkAttachmentDefinition","metadata":{"name":"%s",
                        "labels":{"app.kubernetes.io/managed-by":"linkerd-multus"}},"spec":{"config":%s}}
                        """.formatted(
                                name, JSON.writeValueAsString(config)))
                .orThrow();
    }

    /** {@return how many attachments there are in the whole cluster} */
    long attachments() throws IOException {
        var list = JSON.readTree(
                api.get(GROUP + "/" + Writes.ATTACHMENTS + "?limit=1").orThrow());
        return list.path("items").size()
                + list.path("metadata").path("remainingItemCount").asLong();
    }

    /** {@return how many attachments have {@code words} in their configuration} */
    long attachmentsWith(String words) throws IOException {
        var list = JSON.readTree(api.get(GROUP + "/" + Writes.ATTACHMENTS).orThrow());
        var found = 0L;
        for (var attachment : list.path("items")) {
            found += attachment.at("/spec/config").asText().contains(words) ? 1 : 0;
        }
        return found;
    }
}
