// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.linkerdconfig.plan.ManagingTool;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedCniConfig;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedValues;
import io.linkerd.multus.controller.linkerdconfig.plan.TrustRoots;
import io.linkerd.multus.controller.settings.CniSettings;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.values.ValuesPath;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads and writes Linkerd's ConfigMap. A write has two steps: a patch of the text, and a patch that removes our entry from {@code managedFields},
 * so that a managing tool that uses server-side apply meets no conflict. A leader completes the second step where the previous one ended between
 * both.
 */
final class LinkerdConfigMap {
    private static final ApiResource<ConfigMap> CONFIG_MAPS =
            new ApiResource<>("configmaps", KubernetesClient::configMaps);

    private final ControllerContext context;
    private final CniSettings cni;

    LinkerdConfigMap(ControllerContext context, CniSettings cni) {
        this.context = context;
        this.cni = cni;
    }

    /** The result of a read. */
    record Read(Optional<ConfigMap> map, ObservedValues values) {}

    /** {@return the ConfigMap, after our entry was removed} */
    Read read(LinkerdConfigSpec spec) {
        try {
            var map = CONFIG_MAPS
                    .read(context.client(), spec.controlPlaneNamespace(), spec.configMap())
                    .map(this::releasedWhereWeMay);
            return new Read(map, map.map(LinkerdConfigMap::seen).orElseGet(ObservedValues.Missing::new));
        } catch (ApiException e) {
            return new Read(Optional.empty(), new ObservedValues.Unreadable(missingRight(e)));
        }
    }

    /** {@return the trust roots} They are read only if the spec has trust anchors. */
    TrustRoots roots(LinkerdConfigSpec spec) {
        if (spec.trustAnchors().isEmpty()) {
            return new TrustRoots(Optional.empty(), "");
        }
        var where = "ConfigMap " + spec.controlPlaneNamespace() + "/" + TrustRoots.CONFIG_MAP;
        try {
            var pem = CONFIG_MAPS
                    .read(context.client(), spec.controlPlaneNamespace(), TrustRoots.CONFIG_MAP)
                    .flatMap(map -> Optional.ofNullable(data(map).get(TrustRoots.KEY)));
            return new TrustRoots(pem, where + " is not there, or has no " + TrustRoots.KEY);
        } catch (ApiException e) {
            return new TrustRoots(Optional.empty(), where + " cannot be read: " + missingRight(e));
        }
    }

    /** {@return Linkerd's CNI configuration} It is read only if the spec has a value that has to agree with it. */
    ObservedCniConfig cniConfig(LinkerdConfigSpec spec) {
        var place = cni.namespace() + "/" + cni.configMap();
        if (spec.wanted().keySet().stream().noneMatch(LinkerdConfigMap::mayConcernCni)) {
            return new ObservedCniConfig(place, new Result.Not<>("it was not read"));
        }
        try {
            return new ObservedCniConfig(
                    place,
                    CONFIG_MAPS
                            .read(context.client(), cni.namespace(), cni.configMap())
                            .map(LinkerdConfigMap::data)
                            .<Result<String>>map(data -> data.containsKey(cni.key())
                                    ? new Result.Ok<>(data.get(cni.key()))
                                    : new Result.Not<>("it has no key " + cni.key()))
                            .orElseGet(() -> new Result.Not<>("it is not there"))
                            .then(CniConfig::read));
        } catch (ApiException e) {
            return new ObservedCniConfig(place, new Result.Not<>(missingRight(e)));
        }
    }

    /** A section may be wanted as a whole. */
    private static boolean mayConcernCni(ValuesPath path) {
        return path.names().getFirst().equalsIgnoreCase("proxy");
    }

    /** Writes the text, with the ConfigMap that was read as its precondition. {@code done} is called between both steps. */
    void write(ConfigMap seen, String text, Runnable done) {
        var written = context.writes()
                .patchAs(
                        context.instance().fieldManager(),
                        CONFIG_MAPS,
                        seen,
                        Map.of(),
                        Map.of("data", Map.of(ObservedValues.KEY, text)));
        count();
        done.run();
        released(written);
    }

    /** {@return why the API server rejected the write; empty where a retry may succeed} */
    static String whyNotWritten(ConfigMap map, ApiException failed) {
        if (Boolean.TRUE.equals(map.getImmutable())) {
            return "the ConfigMap is immutable; have Helm or linkerd upgrade replace it";
        }
        return switch (failed.failure()) {
            case ApiFailure.Forbidden(var message) ->
                "the controller's ClusterRole must allow patch of configmaps named "
                        + map.getMetadata().getName()
                        + ", as it does with controller.linkerdConfig.enforce in the values of chart linkerd-multus ("
                        + message + ")";
            case ApiFailure.Refused refused when refused.status() < 429 -> refused.inWords();
            case ApiFailure.Refused _,
                    ApiFailure.Conflict _,
                    ApiFailure.NotFound _,
                    ApiFailure.NamespaceTerminating _,
                    ApiFailure.Unauthorized _,
                    ApiFailure.Unreachable _ -> "";
        };
    }

    /** Without the permission to patch no entry can be removed, and the ConfigMap can still be read. */
    private ConfigMap releasedWhereWeMay(ConfigMap map) {
        try {
            return released(map);
        } catch (ApiException e) {
            if (e.failure() instanceof ApiFailure.Forbidden) {
                return map;
            }
            throw e;
        }
    }

    /** {@return the ConfigMap without our entry} */
    private ConfigMap released(ConfigMap map) {
        var entries = Objects.requireNonNullElse(map.getMetadata().getManagedFields(), List.<ManagedFieldsEntry>of());
        var others = entries.stream().filter(entry -> !isOurs(entry)).toList();
        if (others.size() == entries.size()) {
            return map;
        }
        // An empty list is taken for one that was left out; one empty entry says that there is none.
        var left = others.isEmpty() ? List.of(new ManagedFieldsEntry()) : others;
        var released = context.writes()
                .patchAs(context.instance().fieldManager(), CONFIG_MAPS, map, Map.of("managedFields", left), Map.of());
        count();
        return released;
    }

    private static boolean isOurs(ManagedFieldsEntry entry) {
        return entry.getManager() != null && entry.getManager().startsWith(LinkerdMultus.CONTROLLER_FIELD_MANAGER);
    }

    private void count() {
        context.meters()
                .counter("linkerd_multus_controller_writes", "kind", "linkerd-values", "verb", "patch")
                .increment();
    }

    /** Any other failure is retried, and is no state of the ConfigMap. */
    private static String missingRight(ApiException e) {
        if (e.failure() instanceof ApiFailure.Forbidden(var message)) {
            return "the controller's ClusterRole must allow get, list and watch of it by name (" + message + ")";
        }
        throw e;
    }

    private static ObservedValues seen(ConfigMap map) {
        var metadata = map.getMetadata();
        return ObservedValues.of(
                data(map),
                metadata.getResourceVersion(),
                ManagingTool.of(
                        Objects.requireNonNullElse(metadata.getLabels(), Map.<String, String>of()),
                        Objects.requireNonNullElse(metadata.getAnnotations(), Map.<String, String>of())));
    }

    private static Map<String, String> data(ConfigMap map) {
        return Objects.requireNonNullElse(map.getData(), Map.<String, String>of());
    }

    /** {@return the ConfigMap as the subject of Events} */
    static Notice.Subject subject(ConfigMap map) {
        var metadata = map.getMetadata();
        return new Notice.Subject("v1", "ConfigMap", metadata.getNamespace(), metadata.getName(), metadata.getUid());
    }
}
