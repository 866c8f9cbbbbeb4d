// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.watch.BoundedObject;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.HeadReader;
import io.linkerd.multus.service.kube.ListCall;
import io.linkerd.multus.service.kube.ObjectHead;
import io.linkerd.multus.service.kube.Selection;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Lists pods as they are at this moment; no more than one of them is in memory at a time. */
public final class PodLists {
    /** For an answer to begin, and between its parts. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Selection NOT_ENDED =
            Selection.where(ApiPath.core("pods"), "status.phase!=Succeeded,status.phase!=Failed");

    /** Of 25 networks with their addresses; a pod that asks for more may ask for any. */
    private static final HeadReader NETWORKS = new HeadReader(Set.of(Multus.NETWORKS), 4 << 10);

    private PodLists() {}

    /** {@return the pods of a namespace that have these labels} */
    public static Selection labelled(String namespace, Map<String, String> labels) {
        return Selection.labelled(
                ApiPath.core("namespaces", namespace, "pods"),
                labels.entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(",")));
    }

    /**
     * Reads those that are selected.
     *
     * @throws ApiException where the API server did not tell
     */
    public static void read(ClientTransport api, Selection selection, Consumer<BoundedObject<Pod>> pods) {
        requireAnswer(list(api, selection).read(pods));
    }

    /**
     * Reads what is known of the pods of a namespace, but their traits.
     *
     * @throws ApiException where the API server did not tell
     */
    public static void readWithoutTraits(ClientTransport api, String namespace, Consumer<MeshPod> pods) {
        read(
                api,
                Selection.all(ApiPath.core("namespaces", namespace, "pods")),
                pod -> pods.accept(MeshPodReader.withoutTraits(pod)));
    }

    /**
     * Reads the metadata of the pods of all namespaces that have not ended, with the networks that they ask for, from etcd: a cache without a
     * change of its kind waits for three seconds before it says that it has not come as far.
     *
     * @throws ApiException where the API server did not tell
     */
    public static void readAllHeads(ClientTransport api, Consumer<ObjectHead> pods) {
        requireAnswer(new ListCall<>(api, NOT_ENDED, NETWORKS, PATIENCE).read(pods));
    }

    private static ListCall<BoundedObject<Pod>> list(ClientTransport api, Selection selection) {
        return new ListCall<>(api, selection, MeshPodReader.objects(api), PATIENCE);
    }

    private static void requireAnswer(ApiAnswer<String> answer) {
        if (answer instanceof ApiAnswer.Failed<String>(ApiFailure why)) {
            throw ApiException.of("list pods", why);
        }
    }
}
