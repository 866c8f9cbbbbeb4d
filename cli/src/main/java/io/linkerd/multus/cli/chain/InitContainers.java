// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

import io.linkerd.multus.cli.facts.ContainerView;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.Optional;

/** The application's init containers: each has to end well before what comes after it starts. */
final class InitContainers {
    private static final String REDIRECTED = "it runs before " + Linkerd.PROXY
            + ", which is no sidecar here, and what it sends is redirected to a proxy that does not run yet";

    private static final String EARLIER = "where it needs the network, have the proxy start before it"
            + " (config.linkerd.io/proxy-enable-native-sidecar=true, with Kubernetes 1.29 or newer), or have what it"
            + " talks to pass by the mesh (config.linkerd.io/skip-outbound-ports)";

    private InitContainers() {}

    /**
     * {@return what is to say of the first that has not ended well; empty where the proxy does not wait for it} Where that runs already, one
     * that failed and is tried again is the application's matter.
     */
    static Optional<Answer> before(PodCase seen) {
        return seen.pod().containers().stream()
                .filter(InitContainers::isOfApplication)
                .filter(container -> !container.ready() && !container.hasEndedWell())
                .findFirst()
                .flatMap(container -> judged(seen, container));
    }

    private static boolean isOfApplication(ContainerView container) {
        return container.init() && !container.sidecar() && !container.name().equals(Linkerd.NETWORK_VALIDATOR);
    }

    private static Optional<Answer> judged(PodCase seen, ContainerView container) {
        var pod = seen.pod();
        boolean early =
                pod.container(Linkerd.PROXY).filter(proxy -> !proxy.init()).isPresent();
        var logs = "kubectl logs " + pod.name() + " -n " + pod.namespace() + " -c " + container.name();
        var failure = failure(container).filter(_ -> early || container.waits().isPresent());
        if (failure.isEmpty()) {
            return Optional.of(Answer.waiting("init container " + container.name() + " has not ended yet"
                            + (early
                                    ? "; it runs before " + Linkerd.PROXY + ", and has no network until that runs"
                                    : "")))
                    .filter(_ -> early);
        }
        return Optional.of(
                early
                        ? Answer.wrong(failure.get() + "; " + REDIRECTED, EARLIER + "; " + logs + " says what it lacks")
                        : Answer.wrong(failure.get(), logs));
    }

    private static Optional<String> failure(ContainerView container) {
        return container
                .waits()
                .map(why -> container.name() + " does not run: " + why)
                .or(() -> container.exit().stream()
                        .filter(code -> code != 0)
                        .mapToObj(code -> container.name() + " ended with " + code)
                        .findFirst());
    }
}
