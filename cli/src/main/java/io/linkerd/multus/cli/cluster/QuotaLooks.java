// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaSpec;
import io.linkerd.multus.cli.facts.PlatformView;
import io.linkerd.multus.cli.facts.QuotaView;
import io.linkerd.multus.cli.facts.Sight;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Looks at ResourceQuotas. */
public record QuotaLooks(Cluster cluster) {
    /** {@return all of that namespace} */
    public Sight<List<QuotaView>> of(String namespace) {
        return list(Optional.of(namespace), _ -> true);
    }

    /** {@return those that count attachments, of one namespace or of all} */
    public Sight<List<QuotaView>> ofAttachments(Optional<String> namespace) {
        return list(namespace, quota -> quota.bound(PlatformView.ATTACHMENTS).isPresent());
    }

    private Sight<List<QuotaView>> list(Optional<String> namespace, Predicate<QuotaView> wanted) {
        return cluster.list(
                "list resourcequotas"
                        + namespace.map(name -> " in namespace " + name).orElse(""),
                options ->
                        Kinds.in(cluster.client().resourceQuotas(), namespace).list(options),
                quota -> Stream.of(view(quota)).filter(wanted));
    }

    private static QuotaView view(ResourceQuota quota) {
        return new QuotaView(
                quota.getMetadata().getNamespace(),
                quota.getMetadata().getName(),
                bounds(quota),
                Optional.ofNullable(quota.getSpec())
                        .map(spec -> Stream.concat(plain(spec), selected(spec)).toList())
                        .orElse(List.of()));
    }

    private static Stream<QuotaView.Scope> plain(ResourceQuotaSpec spec) {
        return spec.getScopes().stream().map(name -> new QuotaView.Scope(name, "Exists", Set.of()));
    }

    private static Stream<QuotaView.Scope> selected(ResourceQuotaSpec spec) {
        return spec.getScopeSelector() == null
                ? Stream.empty()
                : spec.getScopeSelector().getMatchExpressions().stream()
                        .map(one -> new QuotaView.Scope(
                                one.getScopeName(), one.getOperator(), Set.copyOf(one.getValues())));
    }

    /** One whose status nobody has counted yet refuses nothing (kube-apiserver's ResourceQuota admission goes by the status). */
    private static Map<String, QuotaView.Bound> bounds(ResourceQuota quota) {
        var status = Optional.ofNullable(quota.getStatus());
        Map<String, Quantity> hard = status.map(counted -> counted.getHard()).orElse(Map.of());
        Map<String, Quantity> used = status.map(counted -> counted.getUsed()).orElse(Map.of());
        var bounds = new HashMap<String, QuotaView.Bound>();
        hard.forEach((resource, most) -> DemandReading.value(most).ifPresent(limit -> {
            var taken = Optional.ofNullable(used.get(resource));
            bounds.put(
                    resource,
                    new QuotaView.Bound(
                            limit,
                            taken.flatMap(DemandReading::value).orElse(BigDecimal.ZERO),
                            taken.map(Objects::toString).orElse("0") + " of " + most));
        }));
        return bounds;
    }
}
