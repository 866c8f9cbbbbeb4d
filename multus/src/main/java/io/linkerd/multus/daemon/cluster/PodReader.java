// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.daemon.networks.PodAnnotations;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiResponse;
import io.linkerd.multus.service.kube.HeadReader;
import io.linkerd.multus.service.kube.ListReader;
import io.linkerd.multus.service.kube.ObjectHead;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads pods, of which the API server is asked for the metadata alone.
 *
 * @param heads reads that
 */
record PodReader(HeadReader heads) implements ListReader<Sighting<NodePod>> {
    private static final String SOURCE = "kubernetes.io/config.source";
    private static final String OF_THE_API_SERVER = "api";
    private static final String HASH = "kubernetes.io/config.hash";

    private static final Set<String> ANNOTATIONS =
            Set.of(Multus.NETWORKS, PodAnnotations.DEFAULT_NETWORK, SOURCE, HASH);

    /** Of an annotation that is kept in memory, in characters: some 25 networks with their addresses. */
    private static final int LONGEST_KEPT = 4 << 10;

    /** All annotations of an object together have 256 KiB at most. */
    private static final int LONGEST = 256 << 10;

    /** Reads pods to be remembered: those that say too much have no value. */
    static PodReader remembering() {
        return new PodReader(new HeadReader(ANNOTATIONS, LONGEST_KEPT));
    }

    /** Reads a pod that was asked for, whatever it says. */
    static PodReader asking() {
        return new PodReader(new HeadReader(ANNOTATIONS, LONGEST));
    }

    @Override
    public ApiCall list(String path) {
        return heads.list(path);
    }

    @Override
    public ApiCall watch(String path) {
        return heads.watch(path);
    }

    @Override
    public String objects(InputStream list, Consumer<Sighting<NodePod>> pods) throws MalformedJson, IOException {
        return heads.objects(list, head -> pods.accept(sighting(head)));
    }

    @Override
    public Told<Sighting<NodePod>> told(InputStream event) throws MalformedJson, IOException {
        var told = heads.told(event);
        return new Told<>(told.type(), sighting(told.object()), told.version());
    }

    /** Reads the pod of an answer. */
    NodePod pod(ApiResponse answer) throws MalformedJson, IOException {
        return pod(heads.object(answer));
    }

    private static Sighting<NodePod> sighting(ObjectHead head) {
        var name = new ObjectName(head.namespace(), head.name());
        return head.annotations().containsValue(HeadReader.TOO_LONG)
                ? new Sighting<>(name, head.version(), Optional.empty())
                : new Sighting<>(name, head.version(), Optional.of(pod(head)));
    }

    private static NodePod pod(ObjectHead head) {
        var annotations = head.annotations();
        var staticUid = Optional.ofNullable(annotations.get(SOURCE))
                .filter(source -> !source.equals(OF_THE_API_SERVER))
                .map(_ -> new NodePod.StaticUid(annotations.getOrDefault(HASH, "")));
        return new NodePod(head.namespace(), head.name(), head.uid(), PodAnnotations.of(annotations), staticUid);
    }
}
