// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what Linkerd's injector put into a pod. */
final class InjectedReading {
    private static final String TRUST_ANCHORS = "LINKERD2_PROXY_IDENTITY_TRUST_ANCHORS";

    /** Linkerd's own take six thousand characters. */
    private static final int MOST = 32_768;

    private InjectedReading() {}

    static InjectedParts of(
            Pod pod, Container proxy, Map<String, String> annotations, Function<String, TrustAnchors> anchors) {
        return new InjectedParts(
                Optional.ofNullable(annotations.get(Linkerd.PROXY_VERSION)),
                Objects.requireNonNullElse(proxy.getImage(), ""),
                proxy.getEnv().stream()
                        .filter(variable -> TRUST_ANCHORS.equals(variable.getName()))
                        .flatMap(variable -> Optional.ofNullable(variable.getValue()).stream())
                        .findFirst()
                        .map(anchors)
                        .orElseGet(TrustAnchors.Unseen::new),
                settings(pod, proxy));
    }

    /** A variable that refers to something else has no text of its own, and the rest is the same in all pods of a template. */
    private static Map<String, String> settings(Pod pod, Container proxy) {
        var settings = new HashMap<String, String>();
        proxy.getEnv().stream()
                .filter(variable ->
                        variable.getName() != null && !variable.getName().equals(TRUST_ANCHORS))
                .filter(variable ->
                        variable.getValue() != null && !variable.getValue().isEmpty())
                .forEach(variable -> settings.put(variable.getName(), variable.getValue()));
        settings.put(
                "place of " + Linkerd.PROXY,
                PodContainers.initContainers(pod).anyMatch(proxy::equals) ? "init container" : "container");
        putResources(settings, proxy);
        Stream.of(Linkerd.INIT, Linkerd.NETWORK_VALIDATOR)
                .flatMap(
                        name -> PodContainers.initContainers(pod).filter(container -> name.equals(container.getName())))
                .forEach(container -> {
                    settings.put("arguments of " + container.getName(), String.join(" ", container.getArgs()));
                });
        return bounded(settings);
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

    private static void putResources(Map<String, String> settings, Container proxy) {
        var resources = proxy.getResources();
        if (resources != null) {
            put(settings, "limit", resources.getLimits());
            put(settings, "request", resources.getRequests());
        }
    }

    private static void put(Map<String, String> settings, String kind, @Nullable Map<String, Quantity> amounts) {
        Optional.ofNullable(amounts)
                .ifPresent(all -> all.forEach((resource, amount) ->
                        settings.put(InjectedParts.RESOURCE + kind + " of " + resource, amount.toString())));
    }
}
