// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A node and an API server in memory: plans are made on them until nothing is left to look at. */
final class Planned {
    private final Map<NetworkName, NetworkDefinition> definitions = new HashMap<>();
    private final Map<String, String> files = new TreeMap<>();
    private final Map<String, List<String>> devices = new HashMap<>();
    private Optional<String> kubelet = Optional.empty();
    private NetworkSettings settings = settings("/etc/cni/net.d/10-main.conf");
    private PodAnnotations annotations = PodAnnotations.NONE;
    private RuntimeConfig runtimeConfig = RuntimeConfig.NONE;
    private int rounds;

    static NetworkSettings settings(String clusterNetwork) {
        return new NetworkSettings(
                "1.0.0",
                clusterNetwork,
                List.of(),
                List.of(),
                "/etc/cni/multus/net.d",
                "kube-system",
                Set.of("kube-system"),
                new NamespaceIsolation(false, Set.of("default")),
                "");
    }

    Planned file(String path, String text) {
        files.put(path, text);
        return this;
    }

    Planned definition(String namespace, String name, String config) {
        return definition(namespace, name, config, Optional.empty());
    }

    Planned definition(String namespace, String name, String config, Optional<String> resource) {
        var network = new NetworkName(namespace, name);
        definitions.put(network, new NetworkDefinition(network, config, resource));
        return this;
    }

    Planned devices(String resource, String... ids) {
        devices.put(resource, List.of(ids));
        return this;
    }

    Planned kubeletSilent(String reason) {
        kubelet = Optional.of(reason);
        return this;
    }

    Planned settings(NetworkSettings changed) {
        settings = changed;
        return this;
    }

    Planned networks(String annotation) {
        annotations = new PodAnnotations(Optional.of(annotation), annotations.defaultNetwork());
        return this;
    }

    Planned defaultNetwork(String annotation) {
        annotations = new PodAnnotations(annotations.networks(), Optional.of(annotation));
        return this;
    }

    Planned runtimeConfig(String json) {
        runtimeConfig = RuntimeConfig.read(json).orElse(reason -> {
            throw new AssertionError(reason);
        });
        return this;
    }

    NetworkSettings settings() {
        return settings;
    }

    int rounds() {
        return rounds;
    }

    List<Delegate> delegates() {
        return switch (plan()) {
            case DelegatePlan.Delegates(var delegates, var _) -> delegates;
            case DelegatePlan plan -> throw new AssertionError(plan);
        };
    }

    Delegate delegate(int place) {
        return delegates().get(place);
    }

    DelegatePlan plan() {
        return plan(seen -> DelegatePlan.of(pod(), settings, seen));
    }

    DelegatePlan defaults() {
        return plan(seen -> DelegatePlan.ofDefaults(pod(), settings, seen));
    }

    DelegatePlan cluster() {
        return plan(seen -> DelegatePlan.ofCluster(settings, seen));
    }

    PodRequest pod() {
        return new PodRequest(
                new PodIdentity("shop", "cart", "u1"),
                annotations,
                new Sandbox("c1", "/run/netns/c1", "eth0"),
                runtimeConfig);
    }

    interface Planning {
        DelegatePlan of(SeenNetworks seen);
    }

    private DelegatePlan plan(Planning planning) {
        var seen = SeenNetworks.NOTHING;
        for (rounds = 0; rounds < 20; rounds++) {
            if (!(planning.of(seen) instanceof DelegatePlan.LookUp lookUp)) {
                return planning.of(seen);
            }
            seen = seen.and(look(lookUp));
        }
        throw new AssertionError("there is always more to look at");
    }

    private SeenNetworks look(DelegatePlan.LookUp lookUp) {
        var found = new HashMap<NetworkName, Optional<NetworkDefinition>>();
        lookUp.definitions().forEach(name -> found.put(name, Optional.ofNullable(definitions.get(name))));
        var paths = new HashMap<String, SeenPath>();
        lookUp.paths().forEach(path -> paths.put(path, look(path)));
        Result<Map<String, List<String>>> allotted = kubelet.<Result<Map<String, List<String>>>>map(Result.Not::new)
                .orElseGet(() -> new Result.Ok<>(devices));
        return new SeenNetworks(found, paths, lookUp.devices() ? Optional.of(allotted) : Optional.empty());
    }

    private SeenPath look(String path) {
        var text = files.get(path);
        if (text != null) {
            return new SeenPath.File(text);
        }
        var inside = files.entrySet().stream()
                .filter(file ->
                        file.getKey().startsWith(path + "/") && file.getKey().indexOf('/', path.length() + 1) < 0)
                .map(file -> new SeenPath.ConfFile(
                        file.getKey().substring(path.length() + 1), new Result.Ok<>(file.getValue())))
                .toList();
        return inside.isEmpty() ? new SeenPath.Absent() : new SeenPath.Folder(inside);
    }
}
