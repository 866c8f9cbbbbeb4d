// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.plans.PodFacts;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.watch.WatchedPod;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads pods page by page: no more than one page is in memory at a time. */
record PodPages(KubernetesClient client) {
    /** A megabyte on its way; most namespaces have no more. */
    private static final long PAGE = 50;

    /** Goes through the pods of a namespace. */
    void forEachIn(String namespace, Consumer<PodFacts> action) {
        forEach(client.pods().inNamespace(namespace)::list, action);
    }

    /** Goes through the pods of all namespaces. */
    void forEach(Consumer<PodFacts> action) {
        forEach(client.pods().inAnyNamespace()::list, action);
    }

    private static void forEach(Function<ListOptions, PodList> list, Consumer<PodFacts> action) {
        forEachPod(list, pod -> action.accept(WatchedPod.facts(pod)));
    }

    /** Goes through the pods that {@code list} gives, whatever matters of them. */
    static void forEachPod(Function<ListOptions, PodList> list, Consumer<Pod> action) {
        String rest = "";
        do {
            var page = page(list, rest);
            page.getItems().forEach(action);
            rest = Objects.requireNonNullElse(page.getMetadata().getContinue(), "");
        } while (!rest.isEmpty());
    }

    private static PodList page(Function<ListOptions, PodList> list, String rest) {
        var options = new ListOptionsBuilder()
                .withLimit(PAGE)
                .withContinue(rest.isEmpty() ? null : rest)
                .build();
        return ApiException.call("list pods", () -> list.apply(options));
    }
}
