// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.RolloutNames;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.MeshPod.Redirection;
import io.linkerd.multus.controller.pods.plan.PodTraits;
import io.linkerd.multus.controller.pods.plan.PodUsers;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads from a pod what says whether it is outdated. What was read before is the same object: texts, trust anchors, and all that the injector put in. */
final class PodTraitsReader {
    private static final String TRUST_ANCHORS = "LINKERD2_PROXY_IDENTITY_TRUST_ANCHORS";
    /** In characters. Linkerd's own settings take six thousand. */
    private static final int MOST = 32_768;

    private static final String ALWAYS = "Always";

    private final Interned<String> texts = new Interned<>();
    private final Interned<InjectedParts> parts = new Interned<>();
    private final RecentBundles bundles = new RecentBundles();

    /** {@return the traits of a pod of which that is known already} */
    PodTraits read(Pod pod, MeshPod known) {
        var annotations = orNone(pod.getMetadata().getAnnotations());
        var labels = orNone(pod.getMetadata().getLabels());
        var proxy = PodContainers.all(pod)
                .filter(container -> Linkerd.PROXY.equals(container.getName()))
                .findFirst();
        return new PodTraits(
                Optional.ofNullable(labels.get(Linkerd.CONTROL_PLANE_NAMESPACE)).map(texts::same),
                Optional.ofNullable(labels.get(Linkerd.CONTROL_PLANE_COMPONENT)).map(texts::same),
                proxy.map(container -> injected(pod, container, annotations)),
                Optional.ofNullable(annotations.get(Linkerd.CREATED_BY)).map(texts::same),
                asked(annotations),
                users(pod, proxy),
                // Multus leaves no word of Linkerd's network, which has no interface, in the pod's network status: what
                // counts is what was asked for.
                known.redirection() == Redirection.OWN || !known.attachments().isEmpty(),
                Optional.ofNullable(annotations.get(RolloutNames.ROLLED_OUT_FOR))
                        .flatMap(RolloutMark::read),
                PodContainers.isReady(pod),
                proxy.isEmpty() && isLeftAlone(pod, labels));
    }

    private static boolean isLeftAlone(Pod pod, Map<String, String> labels) {
        return (pod.getSpec() != null && Boolean.TRUE.equals(pod.getSpec().getHostNetwork()))
                || labels.keySet().stream().anyMatch(Linkerd.NOT_SENT_LABELS::contains)
                || PodContainers.all(pod)
                        .anyMatch(container -> Linkerd.isOfMesh(
                                Objects.requireNonNullElse(container.getName(), ""),
                                Objects.requireNonNullElse(container.getImage(), "")));
    }

    /** {@return those annotations that override Linkerd's values, or say whether the injector acts at all} */
    private Map<String, String> asked(Map<String, String> annotations) {
        var asked = new HashMap<>(annotations);
        asked.keySet().removeIf(name -> !Linkerd.isInjectorsWord(name) && !name.equals(Linkerd.MULTUS));
        return texts.sameOf(asked);
    }

    /** Init containers that end before the application starts may have the proxy's on purpose, as Linkerd documents it. */
    private static PodUsers users(Pod pod, Optional<Container> proxy) {
        var ofPod = Optional.ofNullable(pod.getSpec())
                .map(PodSpec::getSecurityContext)
                .map(PodSecurityContext::getRunAsUser);
        var others = Stream.concat(
                        PodContainers.containers(pod),
                        PodContainers.initContainers(pod)
                                .filter(container -> ALWAYS.equals(container.getRestartPolicy())))
                .filter(container -> !Linkerd.PROXY.equals(container.getName()))
                .flatMap(container -> user(container, ofPod).stream())
                .collect(Collectors.toUnmodifiableSet());
        return new PodUsers(proxy.flatMap(container -> user(container, ofPod)), others);
    }

    private static Optional<Long> user(Container container, Optional<Long> ofPod) {
        return Optional.ofNullable(container.getSecurityContext())
                .map(SecurityContext::getRunAsUser)
                .or(() -> ofPod);
    }

    private InjectedParts injected(Pod pod, Container proxy, Map<String, String> annotations) {
        return parts.same(new InjectedParts(
                Optional.ofNullable(annotations.get(Linkerd.PROXY_VERSION)).map(texts::same),
                texts.same(Objects.requireNonNullElse(proxy.getImage(), "")),
                proxy.getEnv().stream()
                        .filter(variable -> TRUST_ANCHORS.equals(variable.getName()))
                        .flatMap(variable -> Optional.ofNullable(variable.getValue()).stream())
                        .findFirst()
                        .map(bundles::read)
                        .orElseGet(TrustAnchors.Unseen::new),
                texts.sameOf(bounded(settings(pod, proxy)))));
    }

    /** A variable that refers to something else has no text of its own, and the rest is the same in all pods of a template. */
    private static Map<String, String> settings(Pod pod, Container proxy) {
        var settings = new HashMap<String, String>();
        proxy.getEnv().stream()
                .filter(PodTraitsReader::isSetting)
                .forEach(variable -> settings.put(variable.getName(), variable.getValue()));
        settings.put(
                "place of " + Linkerd.PROXY,
                PodContainers.initContainers(pod).anyMatch(proxy::equals) ? "init container" : "container");
        if (proxy.getResources() != null) {
            put(settings, "limit", proxy.getResources().getLimits());
            put(settings, "request", proxy.getResources().getRequests());
        }
        Stream.of(Linkerd.INIT, Linkerd.NETWORK_VALIDATOR)
                .flatMap(
                        name -> PodContainers.initContainers(pod).filter(container -> name.equals(container.getName())))
                .forEach(container -> {
                    settings.put("arguments of " + container.getName(), String.join(" ", container.getArgs()));
                });
        return settings;
    }

    private static boolean isSetting(EnvVar variable) {
        return variable.getName() != null
                && !variable.getName().equals(TRUST_ANCHORS)
                && variable.getValue() != null
                && !variable.getValue().isEmpty();
    }

    private static void put(Map<String, String> settings, String kind, @Nullable Map<String, Quantity> amounts) {
        Optional.ofNullable(amounts)
                .ifPresent(all -> all.forEach((resource, amount) ->
                        settings.put(InjectedParts.RESOURCE + kind + " of " + resource, amount.toString())));
    }

    /** Who may create pods can write a megabyte into each: of more than there is sense in, a digest is kept. */
    private static Map<String, String> bounded(Map<String, String> settings) {
        int length = settings.entrySet().stream()
                .mapToInt(setting ->
                        setting.getKey().length() + setting.getValue().length())
                .sum();
        return length <= MOST
                ? settings
                : Map.of(
                        "more than " + MOST + " characters of settings",
                        ChangeDigest.of(new TreeMap<>(settings)).text());
    }

    private static Map<String, String> orNone(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }
}
