// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.networks.NetworkDefinition;
import io.linkerd.multus.daemon.networks.NetworkName;
import io.linkerd.multus.daemon.networks.PodAnnotations;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.daemon.status.StatusAnnotation;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** An API server: pods of one name and namespace follow one another, and an annotation goes with its pod. */
final class FakeCluster implements Pods, Definitions, Attached {
    private static final String AWAY = "connection refused";

    private final Map<String, Pod> pods = new ConcurrentHashMap<>();
    private final Map<NetworkName, NetworkDefinition> definitions = new ConcurrentHashMap<>();

    /** The annotations of pods by their UID. */
    final Map<String, String> annotations = new ConcurrentHashMap<>();

    /** The definitions that were asked for. */
    final List<NetworkName> asked = new CopyOnWriteArrayList<>();

    final List<PodEvent> events = new CopyOnWriteArrayList<>();
    volatile boolean isAway;
    volatile boolean refusesStatus;
    volatile Consumer<Deadline> afterPublishing = _ -> {};

    void pod(String name, String uid, String networks) {
        pods.put(name, new Pod(new PodIdentity("shop", name, uid), asking(networks), false));
    }

    /** The mirror of a pod that kubelet runs by itself. */
    void mirror(String name, String uid) {
        pods.put(name, new Pod(new PodIdentity("shop", name, uid), asking(""), true));
    }

    void deletePod(String name) {
        Optional.ofNullable(pods.remove(name))
                .ifPresent(pod -> annotations.remove(pod.identity().uid()));
    }

    void define(String namespace, String name, String config) {
        var network = new NetworkName(namespace, name);
        definitions.put(network, new NetworkDefinition(network, config, Optional.empty()));
    }

    private static PodAnnotations asking(String networks) {
        return new PodAnnotations(Optional.of(networks).filter(text -> !text.isEmpty()), Optional.empty());
    }

    @Override
    public Finding<Pod> find(PodIdentity pod, Deadline deadline) {
        return found(Optional.ofNullable(pods.get(pod.name()))
                .filter(found -> found.identity().namespace().equals(pod.namespace())));
    }

    @Override
    public Finding<Pod> await(PodIdentity pod, Deadline deadline) {
        return find(pod, deadline);
    }

    @Override
    public Finding<NetworkDefinition> find(NetworkName name, Deadline deadline) {
        asked.add(name);
        return found(Optional.ofNullable(definitions.get(name)));
    }

    private <T> Finding<T> found(Optional<T> object) {
        return isAway
                ? new Finding.Unknown<>(AWAY)
                : object.<Finding<T>>map(Finding.Found::new).orElseGet(Finding.Absent::new);
    }

    @Override
    public Publishing publish(Pod pod, Optional<StatusAnnotation> status, List<PodEvent> told, Deadline deadline) {
        if (isAway || refusesStatus) {
            return new Publishing.NotPublished(AWAY);
        }
        events.addAll(told);
        if (!isThere(pod)) {
            return new Publishing.PodGone();
        }
        status.ifPresent(annotation -> annotations.put(pod.identity().uid(), annotation.value()));
        afterPublishing.accept(deadline);
        return new Publishing.Published();
    }

    @Override
    public void withdraw(Pod pod, Deadline deadline) {
        annotations.remove(pod.identity().uid());
    }

    private boolean isThere(Pod pod) {
        return Optional.ofNullable(pods.get(pod.identity().name()))
                .filter(found -> found.identity().equals(pod.identity()))
                .isPresent();
    }
}
