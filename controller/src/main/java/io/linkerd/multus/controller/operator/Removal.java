// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.Contested;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Takes an operand away in the order that the garbage collector does not know. */
final class Removal {
    /** So many installers are named. */
    static final int NAMED = 5;

    /** So many are looked at together where some are another DaemonSet's. */
    private static final long PAGE = 200;

    private final ControllerContext context;
    private final String namespace;
    private final OperandObjects objects;
    private final List<ObjectKey> installers;

    /** Prepares; {@code all} is every object that an operand can have. */
    Removal(ControllerContext context, String namespace, OperandObjects objects, List<ObjectKey> all) {
        this.context = context;
        this.namespace = namespace;
        this.objects = objects;
        this.installers = all.stream()
                .filter(key -> Stage.of(key.kind()) == Stage.INSTALLER)
                .toList();
    }

    /** {@return what is still there and has to go before the rest, in words; empty where nothing is, or all of it is to stay} */
    Optional<String> next(String owner) {
        var ours = objects.seen().entrySet().stream()
                .filter(entry -> objects.mark().isLabelled(entry.getValue()))
                .toList();
        if (isOrphaned(ours, owner)) {
            return Optional.empty();
        }
        for (var stage : List.of(Stage.ADMISSION, Stage.INSTALLER)) {
            var ofStage = ours.stream()
                    .filter(entry -> Stage.of(entry.getKey().kind()) == stage)
                    .toList();
            removeEach(ofStage);
            if (!ofStage.isEmpty()) {
                return Optional.of(stage.inWords() + " to go");
            }
        }
        return installers();
    }

    /** One that another writer keeps making anew holds up no other of its stage. */
    private void removeEach(List<Map.Entry<ObjectKey, GenericKubernetesResource>> there) {
        var fights = new ArrayList<Contested>();
        there.forEach(entry -> {
            try {
                objects.remove(entry.getKey(), entry.getValue());
            } catch (Contested e) {
                fights.add(e);
            }
        });
        if (!fights.isEmpty()) {
            throw fights.getFirst();
        }
    }

    /**
     * Who deletes the object with {@code --cascade=orphan} keeps what it made: the garbage collector takes it out of the owners of each. The
     * webhook's configurations have another owner. It is the API server that is asked, since what was seen may be of before that.
     */
    private boolean isOrphaned(List<Map.Entry<ObjectKey, GenericKubernetesResource>> ours, String owner) {
        var owned = ours.stream()
                .map(Map.Entry::getKey)
                .filter(key -> Stage.of(key.kind()) != Stage.ADMISSION)
                .toList();
        return !owned.isEmpty()
                && owned.stream()
                        .flatMap(key -> objects.read(key).stream())
                        .flatMap(object -> object.getMetadata().getOwnerReferences().stream())
                        .noneMatch(reference -> reference.getUid().equals(owner));
    }

    /** Each cleans its node while it ends; those of another DaemonSet stay, such as a Helm release's, and are not waited for. */
    private Optional<String> installers() {
        var others = othersDaemonSets();
        var found = new ArrayList<Pod>();
        var from = "";
        do {
            var page = installers(others.isEmpty() ? NAMED + 1 : PAGE, from);
            page.getItems().stream().filter(pod -> !isOfAny(pod, others)).forEach(found::add);
            from = Objects.requireNonNullElse(page.getMetadata().getContinue(), "");
        } while (found.size() <= NAMED && !from.isEmpty());
        return inWords(found);
    }

    private PodList installers(long limit, String from) {
        // Thousands at once, four times a second, would be more than our memory.
        var options = new ListOptionsBuilder().withLimit(limit).withContinue(from.isEmpty() ? null : from);
        return ApiException.call(
                "list pods",
                () -> context.client()
                        .pods()
                        .inNamespace(namespace)
                        .withLabel(LinkerdMultus.NAME_LABEL, "installer")
                        .withLabel(
                                LinkerdMultus.INSTANCE_LABEL, context.instance().name())
                        .list(options.build()));
    }

    /** {@return the uids of DaemonSets in the installer's place that this operator did not make} */
    private Set<String> othersDaemonSets() {
        return installers.stream()
                .flatMap(key -> objects.read(key).stream())
                .filter(there -> !objects.mark().isOurs(there))
                .map(there -> there.getMetadata().getUid())
                .collect(Collectors.toSet());
    }

    /** {@return whether one of these DaemonSets made the pod} */
    static boolean isOfAny(Pod pod, Set<String> daemonSets) {
        return pod.getMetadata().getOwnerReferences().stream()
                .anyMatch(reference -> daemonSets.contains(reference.getUid()));
    }

    /** {@return which installers are waited for, and what helps where one never ends; empty where none is} */
    static Optional<String> inWords(List<Pod> installers) {
        if (installers.isEmpty()) {
            return Optional.empty();
        }
        var named = installers.stream()
                .map(pod -> pod.getMetadata().getName() + " on node "
                        + Objects.requireNonNullElse(pod.getSpec().getNodeName(), "none yet"))
                .sorted()
                .limit(NAMED)
                .collect(Collectors.joining(", "));
        var others = installers.size() > NAMED ? " and more" : "";
        return Optional.of(
                "installers that clean their nodes (%s%s; where a node does not come back, delete its pod with --force)"
                        .formatted(named, others));
    }
}
