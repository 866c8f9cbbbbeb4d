// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import io.linkerd.multus.contracts.names.Linkerd;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A pod, or what a workload would make.
 *
 * @param place where and how it is; empty of one that was never made
 * @param annotations those that matter
 * @param labels those that matter
 * @param runtimeClass empty for the usual one
 */
public record PodView(
        String namespace,
        String name,
        Optional<Made> place,
        Map<String, String> annotations,
        Map<String, String> labels,
        boolean hostNetwork,
        String runtimeClass,
        List<ContainerView> containers) {

    /**
     * What there is to say of a pod that the API server has.
     *
     * @param node empty where it has none yet
     * @param unscheduled why it has none
     * @param phase as its status has it
     * @param hasNetwork whether the kubelet knows an address of it
     * @param leaving whether it is being deleted
     */
    public record Made(
            String uid,
            Optional<String> node,
            Optional<String> unscheduled,
            String phase,
            boolean hasNetwork,
            boolean leaving) {
        /** {@return whether its containers have ended for good} */
        public boolean hasEnded() {
            return phase.equals("Succeeded") || phase.equals("Failed");
        }
    }

    /** Copies. */
    public PodView {
        annotations = Map.copyOf(annotations);
        labels = Map.copyOf(labels);
        containers = List.copyOf(containers);
    }

    /** {@return as kubectl names it} */
    public String key() {
        return namespace + "/" + name;
    }

    /** {@return the container of that name} */
    public Optional<ContainerView> container(String wanted) {
        return containers.stream()
                .filter(container -> container.name().equals(wanted))
                .findFirst();
    }

    /** {@return an annotation that says something} */
    public Optional<String> annotation(String key) {
        return Optional.ofNullable(annotations.get(key)).filter(value -> !value.isEmpty());
    }

    /** {@return whether the kubelet knows an address of it} */
    public boolean hasNetwork() {
        return place.filter(Made::hasNetwork).isPresent();
    }

    /** {@return whether it is being deleted} */
    public boolean isLeaving() {
        return place.filter(Made::leaving).isPresent();
    }

    /** {@return whether its containers have ended for good} */
    public boolean hasEnded() {
        return place.filter(Made::hasEnded).isPresent();
    }

    /**
     * {@return whether nothing is to be asked of it any more} So it is with one that goes, and with one that has ended, but where it ended
     * since nothing redirected its traffic.
     */
    public boolean isOver() {
        boolean notRedirected = container(Linkerd.NETWORK_VALIDATOR)
                .filter(one -> one.exit().equals(OptionalInt.of(Linkerd.NOT_REDIRECTED)))
                .isPresent();
        return isLeaving() || (hasEnded() && !notRedirected);
    }

    /** {@return whether the kubelet says that all its containers are ready which do not end before others start} */
    public boolean isReady() {
        return containers.stream().filter(one -> !one.init() || one.sidecar()).allMatch(ContainerView::ready);
    }

    /** {@return whether Linkerd's injector gave it a proxy} */
    public boolean isInjected() {
        return container(Linkerd.PROXY).isPresent();
    }
}
