// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Many namespaces that opted in, and what can be done to all of them.
 *
 * @param count how many
 */
record Namespaces(PlainApiClient api, int count) {
    private static final String GROUP = "/apis/k8s.cni.cncf.io/v1";
    private static final int AT_ONCE = 8;
    private static final int SOME = 100;
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
                var name = namespace(number);
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

    /** {@return the path of its attachment, which has the only name that the controller may write} */
    static String attachment(String namespace) {
        return GROUP + "/namespaces/" + namespace + "/" + Writes.ATTACHMENTS + "/linkerd-cni";
    }

    /** {@return how many attachments there are in the whole cluster} */
    long attachments() throws IOException {
        var list = JSON.readTree(
                api.get(GROUP + "/" + Writes.ATTACHMENTS + "?limit=1").orThrow());
        return list.path("items").size()
                + list.path("metadata").path("remainingItemCount").asLong();
    }

    /** {@return a few of them, from the first to the last} */
    List<String> some() {
        return IntStream.range(0, SOME)
                .mapToObj(number -> namespace(Math.toIntExact((long) (count - 1) * number / (SOME - 1))))
                .toList();
    }

    /** {@return whether the attachment in {@code namespace} has {@code words} in its configuration} */
    boolean has(String namespace, String words) throws IOException {
        return has(JSON.readTree(api.get(attachment(namespace)).orThrow()), words);
    }

    /** {@return how many attachments have {@code words} in their configuration} */
    long having(String words) throws IOException {
        var list = JSON.readTree(api.get(GROUP + "/" + Writes.ATTACHMENTS).orThrow());
        return list.path("items").valueStream().filter(each -> has(each, words)).count();
    }

    private static boolean has(JsonNode attachment, String words) {
        return attachment.at("/spec/config").asText().contains(words);
    }

    private static String namespace(int number) {
        return "bench-%05d".formatted(number);
    }
}
