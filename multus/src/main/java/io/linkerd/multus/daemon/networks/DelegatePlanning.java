// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.routes.DefaultRoutePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Puts together one pod's networks: the cluster's, those of all pods, those that the pod asks for, and the auxiliary chain. */
final class DelegatePlanning {
    private final PodRequest pod;
    private final NetworkSettings settings;
    private final Looks looks;
    private final DelegateLoading loading;
    private final List<String> notices = new ArrayList<>();

    DelegatePlanning(PodRequest pod, NetworkSettings settings, Looks looks) {
        this.pod = pod;
        this.settings = settings;
        this.looks = looks;
        this.loading = new DelegateLoading(settings, looks);
    }

    List<String> notices() {
        return List.copyOf(notices);
    }

    /** {@return what is said of a definition that does not exist, where that is why there is no plan} */
    Optional<String> missing() {
        return loading.missing();
    }

    Result<List<Delegate>> all() {
        return defaultRequests().then(this::withSelected).then(this::withAuxiliary);
    }

    Result<List<Delegate>> defaults() {
        return defaultRequests().map(requests -> numbered(requests, kept(requests)));
    }

    Result<List<Delegate>> cluster() {
        return Refusals.within(
                        "Multus: ",
                        settings.clusterNetwork().isEmpty()
                                ? loading.configured()
                                : Refusals.within("failed to get clusterNetwork: ", clusterNetwork()))
                .map(requests -> numbered(requests, kept(requests)));
    }

    private Result<List<DelegateRequest>> defaultRequests() {
        if (settings.clusterNetwork().isEmpty()) {
            return Refusals.within("Multus: ", loading.configured());
        }
        return Refusals.within(
                multus() + "failed to get clusterNetwork/defaultNetworks: ",
                clusterNetwork().then(this::withDefaultNetworks));
    }

    private Result<List<DelegateRequest>> clusterNetwork() {
        return Refusals.within(
                        "GetDefaultNetworks: failed to get clusterNetwork " + settings.clusterNetwork()
                                + " in namespace " + settings.multusNamespace() + ": ",
                        loading.named(settings.clusterNetwork()))
                .map(List::of);
    }

    private Result<List<DelegateRequest>> withDefaultNetworks(List<DelegateRequest> cluster) {
        var names = settings.systemNamespaces().contains(pod.identity().namespace())
                ? List.<String>of()
                : settings.defaultNetworks();
        names.forEach(loading::foresee);
        return Refusals.each(names, loading::named).map(more -> joined(cluster, more));
    }

    private Result<List<Delegate>> withSelected(List<DelegateRequest> defaults) {
        var all = replaced(defaults)
                .then(first -> selected(new ConfigurationSum(first)).map(more -> joined(first, more)));
        return Refusals.within(
                multus() + "error loading k8s delegates k8s args: ",
                all.then(requests -> DefaultRoutePlan.of(requests.stream()
                                .map(request -> request.wishes().defaultRoute())
                                .toList())
                        .map(routes -> numbered(requests, routes))));
    }

    /** The pod may name another network than the cluster's; upstream lets it name one of any namespace. */
    private Result<List<DelegateRequest>> replaced(List<DelegateRequest> defaults) {
        if (pod.annotations().defaultNetwork().isEmpty()) {
            return new Result.Ok<>(defaults);
        }
        return Refusals.within(
                "TryLoadPodDelegates: error in loading K8s cluster default network from pod annotation: tryLoadK8sPodDefaultNetwork: ",
                replacement(pod.annotations().defaultNetwork().get())
                        .map(first -> joined(List.of(first), defaults.subList(1, defaults.size()))));
    }

    private Result<DelegateRequest> replacement(String annotation) {
        return Refusals.within(
                        "failed to parse CRD object: ", NetworksAnnotation.read(annotation, settings.multusNamespace()))
                .then(elements -> switch (elements.size()) {
                    case 0 ->
                        new Result.Not<>("no default network is specified: " + NetworksAnnotation.shown(annotation));
                    case 1 -> replacement(elements.getFirst());
                    default ->
                        new Result.Not<>(
                                "more than one default network is specified: " + NetworksAnnotation.shown(annotation));
                });
    }

    /** Multus' own namespace is where default networks are kept, and open to all pods. */
    private Result<DelegateRequest> replacement(SelectionElement element) {
        return isolated(element, element.network().namespace().equals(settings.multusNamespace()));
    }

    private Result<List<DelegateRequest>> selected(ConfigurationSum sum) {
        var annotation = pod.annotations().networks();
        return annotation.isEmpty()
                ? new Result.Ok<>(List.of())
                : NetworksAnnotation.read(annotation.get(), pod.identity().namespace())
                        .then(elements -> selected(elements, sum));
    }

    private Result<List<DelegateRequest>> selected(List<SelectionElement> elements, ConfigurationSum sum) {
        loading.foresee(elements.stream().map(SelectionElement::network).toList());
        return Refusals.within(
                "TryLoadPodDelegates: error in getting k8s network for pod: GetNetworkDelegates: ",
                Refusals.each(elements, element -> isolated(element, false).then(sum::with)));
    }

    private Result<DelegateRequest> isolated(SelectionElement element, boolean open) {
        var namespace = element.network().namespace();
        return open || settings.isolation().allows(pod.identity().namespace(), namespace)
                ? Refusals.within("failed getting the delegate: ", loading.selected(element))
                : new Result.Not<>(NamespaceIsolation.violation(pod.identity().namespace(), namespace));
    }

    /** A broken file in its folder keeps all pods from this chain, and from nothing else. */
    private Result<List<Delegate>> withAuxiliary(List<Delegate> delegates) {
        if (settings.auxiliaryChain().isEmpty()) {
            return new Result.Ok<>(delegates);
        }
        if (settings.clusterNetwork().indexOf('/') < 0) {
            return new Result.Not<>(
                    multus() + "auxiliary chain used but ClusterNetwork must be a path, and it is not a path: "
                            + settings.clusterNetwork());
        }
        return new Result.Ok<>(
                switch (AuxiliaryChain.load(settings, looks)) {
                    case Result.Not<Optional<DelegateRequest>>(var reason) -> {
                        notices.add(reason);
                        yield delegates;
                    }
                    case Result.Ok<Optional<DelegateRequest>>(var chain) ->
                        joined(
                                delegates,
                                chain.stream()
                                        .map(request ->
                                                Delegate.at(delegates.size(), request, pod, DefaultRoutePlan.AS_MADE))
                                        .toList());
                });
    }

    private List<Delegate> numbered(List<DelegateRequest> requests, List<DefaultRoutePlan> routes) {
        return IntStream.range(0, requests.size())
                .mapToObj(place -> Delegate.at(place, requests.get(place), pod, routes.get(place)))
                .toList();
    }

    private static List<DefaultRoutePlan> kept(List<DelegateRequest> requests) {
        return requests.stream().map(_ -> DefaultRoutePlan.AS_MADE).toList();
    }

    private static <T> List<T> joined(List<T> first, List<T> more) {
        return Stream.concat(first.stream(), more.stream()).toList();
    }

    private String multus() {
        return "Multus: " + pod.identity().inBrackets() + ": ";
    }
}
