// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.benchmarks.workplace.ManyNamespaces;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** The attachments of many namespaces that opted in. */
record Attachments(PlainApiClient api, ManyNamespaces all) {
    private static final String GROUP = "/apis/k8s.cni.cncf.io/v1";
    private static final int SOME = 100;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** {@return the path of its attachment, which has the only name that the controller may write} */
    static String path(String namespace) {
        return GROUP + "/namespaces/" + namespace + "/" + Writes.ATTACHMENTS + "/linkerd-cni";
    }

    /** {@return how many attachments there are in the whole cluster} */
    long count() throws IOException {
        var list = JSON.readTree(
                api.get(GROUP + "/" + Writes.ATTACHMENTS + "?limit=1").orThrow());
        return list.path("items").size()
                + list.path("metadata").path("remainingItemCount").asLong();
    }

    /** {@return a few of them, from the first to the last} */
    List<String> some() {
        return IntStream.range(0, SOME)
                .mapToObj(number -> all.name(Math.toIntExact((long) (all.count() - 1) * number / (SOME - 1))))
                .toList();
    }

    /** {@return whether the attachment in {@code namespace} has {@code words} in its configuration} */
    boolean has(String namespace, String words) throws IOException {
        return has(JSON.readTree(api.get(path(namespace)).orThrow()), words);
    }

    /** {@return how many attachments have {@code words} in their configuration} */
    long having(String words) throws IOException {
        var list = JSON.readTree(api.get(GROUP + "/" + Writes.ATTACHMENTS).orThrow());
        return list.path("items").valueStream().filter(each -> has(each, words)).count();
    }

    private static boolean has(JsonNode attachment, String words) {
        return attachment.at("/spec/config").asText().contains(words);
    }
}
