// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.controller.engine.api.ApiException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads pods page by page, and no more pages than it takes. */
record PodPages(KubernetesClient client) {
    /** A megabyte on its way; most namespaces have no more. */
    private static final long PAGE = 50;

    /** {@return whether the predicate holds for any pod of the namespace} */
    boolean anyIn(String namespace, Predicate<Pod> predicate) {
        return any(client.pods().inNamespace(namespace)::list, predicate);
    }

    /** Goes through the pods of all namespaces. */
    void forEach(Consumer<Pod> action) {
        any(client.pods().inAnyNamespace()::list, pod -> {
            action.accept(pod);
            return false;
        });
    }

    private static boolean any(Function<ListOptions, PodList> list, Predicate<Pod> predicate) {
        var page = page(list, null);
        while (page.getItems().stream().noneMatch(predicate)) {
            var rest = page.getMetadata().getContinue();
            if (rest == null || rest.isEmpty()) {
                return false;
            }
            page = page(list, rest);
        }
        return true;
    }

    private static PodList page(Function<ListOptions, PodList> list, @Nullable String rest) {
        var options =
                new ListOptionsBuilder().withLimit(PAGE).withContinue(rest).build();
        return ApiException.call("list pods", () -> list.apply(options));
    }
}
