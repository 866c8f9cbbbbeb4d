// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.linkerd.multus.cli.facts.PodDemand;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Picks from the template of a workload what one more pod of it asks for. */
final class DemandReading {
    private static final String REQUIRED_SCC = "openshift.io/required-scc";

    /** Of these a request is also known by the name of the resource alone. */
    private static final List<String> COMPUTED = List.of("cpu", "memory", "ephemeral-storage");

    private DemandReading() {}

    static PodDemand of(PodTemplateSpec template, int lacking) {
        var pod = template.getSpec();
        var annotations = Optional.ofNullable(template.getMetadata())
                .map(metadata -> metadata.getAnnotations())
                .orElse(Map.of());
        var containers = pod == null ? List.<Container>of() : pod.getContainers();
        return new PodDemand(
                Math.max(0, lacking),
                pod == null ? "" : Objects.requireNonNullElse(pod.getPriorityClassName(), ""),
                Optional.ofNullable(annotations.get(REQUIRED_SCC)).filter(name -> !name.isEmpty()),
                amounts(containers));
    }

    private static Map<String, BigDecimal> amounts(List<Container> containers) {
        var amounts = new HashMap<String, BigDecimal>();
        amounts.put("pods", BigDecimal.ONE);
        amounts.put("count/pods", BigDecimal.ONE);
        for (var resource : COMPUTED) {
            put(amounts, List.of("limits." + resource), sum(containers, one -> limit(one, resource)));
            put(amounts, List.of("requests." + resource, resource), sum(containers, one -> request(one, resource)));
        }
        return amounts;
    }

    private static void put(Map<String, BigDecimal> into, List<String> names, Optional<BigDecimal> amount) {
        amount.ifPresent(value -> names.forEach(name -> into.put(name, value)));
    }

    private interface Amount {
        Optional<BigDecimal> of(Container container);
    }

    /** {@return what all of them take together; empty where one does not say} */
    private static Optional<BigDecimal> sum(List<Container> containers, Amount amount) {
        var all = containers.stream().map(amount::of).flatMap(Optional::stream).toList();
        return all.size() == containers.size() ? all.stream().reduce(BigDecimal::add) : Optional.empty();
    }

    private static Optional<BigDecimal> limit(Container container, String resource) {
        return Optional.ofNullable(container.getResources())
                .map(said -> said.getLimits())
                .map(said -> said.get(resource))
                .flatMap(DemandReading::value);
    }

    /** The API server takes the limit for it, where there is one. */
    private static Optional<BigDecimal> request(Container container, String resource) {
        return Optional.ofNullable(container.getResources())
                .map(said -> said.getRequests())
                .map(said -> said.get(resource))
                .flatMap(DemandReading::value)
                .or(() -> limit(container, resource));
    }

    /** {@return what it amounts to; empty where it is no quantity} */
    static Optional<BigDecimal> value(Quantity quantity) {
        try {
            return Optional.of(quantity.getNumericalAmount());
        } catch (ArithmeticException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
