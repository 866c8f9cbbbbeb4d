// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.cniconfig.MultusDefault;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which of a directory's networks a container runtime runs pods with, once the plan is carried out, and whether Linkerd's plugin is in it.
 *
 * <p>Runtimes sort {@code *.conf}, {@code *.conflist} and {@code *.json} by name. containerd loads the first, and no network at all where
 * that one is invalid (go-cni's {@code loadFromConfDir}); CRI-O passes over what is invalid, unless it is told a name (ocicni's
 * {@code loadNetworks}). Multus in turn runs what its own network says, or else the first that is not called {@code 00-multus*}.
 */
final class RuntimeOrder {
    private static final String MULTUS = "00-multus";

    private final String kubeconfig;
    private final SortedMap<String, Standing> standings = new TreeMap<>(NetworkDirectory.ORDER);

    /** The plugin is told that path of its kubeconfig; empty where it is told none. */
    RuntimeOrder(String kubeconfig) {
        this.kubeconfig = kubeconfig;
    }

    /** How a network stands. */
    private sealed interface Standing {
        /** Linkerd's plugin is in it, or is going to be. */
        record Chained(boolean loadable) implements Standing {}

        /** Linkerd's plugin cannot be chained to it. */
        record Without(String path, String reason) implements Standing {}

        /** Runtimes pass over it; Multus, which goes by names alone, does not, and Linkerd's plugin is not in it. */
        record PassedOver() implements Standing {}

        /** It is Multus' own. */
        record Multus(String path, MultusDefault calls) implements Standing {}
    }

    /** What is wrong with the network that pods are run with, beginning with its path. */
    record Trouble(String path, String problem) {
        private static Trouble of(String path, String words) {
            return new Trouble(path, path + " " + words);
        }
    }

    void chained(String name, boolean loadable) {
        standings.put(name, new Standing.Chained(loadable));
    }

    void without(String name, String path, String reason) {
        standings.put(name, new Standing.Without(path, reason));
    }

    void passedOver(String name) {
        standings.put(name, new Standing.PassedOver());
    }

    void multus(String name, String path, MultusDefault calls) {
        standings.put(name, new Standing.Multus(path, calls));
    }

    /** {@return what keeps pods from running with Linkerd's plugin} */
    Optional<Trouble> trouble() {
        for (var standing : standings.values()) {
            switch (standing) {
                case Standing.Chained(var loadable) -> {
                    if (loadable) {
                        return Optional.empty();
                    }
                }
                case Standing.PassedOver _ -> {}
                case Standing.Without(var path, var reason) -> {
                    return Optional.of(Trouble.of(
                            path,
                            "is what the container runtime loads first, and Linkerd's plugin is not chained to it: "
                                    + reason));
                }
                case Standing.Multus(var path, var calls) -> {
                    return called(calls).map(words -> Trouble.of(path, words));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> called(MultusDefault calls) {
        return switch (calls) {
            case MultusDefault.ClusterNetwork(var value)
            when isFile(value) && isChained(fileName(value)) -> Optional.empty();
            case MultusDefault.ClusterNetwork(var value) ->
                Optional.of(
                        "has Multus call " + value + " for every pod, which is no network here that Linkerd's plugin is"
                                + " chained to; have Multus call one of *.conflist here, or set global.mode=nad");
            case MultusDefault.Delegate(var copied)
            when copied.filter(kubeconfig::equals).isPresent() -> Optional.empty();
            case MultusDefault.Delegate(var copied) ->
                Optional.of("has Multus call a copy of a network for every pod, and "
                        + copied.map(path -> "there Linkerd's plugin reads " + path + ", not " + kubeconfig)
                                .orElse("Linkerd's plugin is not in the copy")
                        + "; have Multus make it anew (restart its pod), or set global.mode=nad");
            case MultusDefault.Unsaid _ -> {
                var first = standings.keySet().stream()
                        .filter(name -> !name.startsWith(MULTUS) && !name.endsWith(Chained.JSON))
                        .findFirst();
                yield first.filter(this::isChained).isPresent()
                        ? Optional.empty()
                        : Optional.of(
                                "has Multus call the first network here that is not called 00-multus*, and Linkerd's"
                                        + " plugin is not chained to that: it is " + first.orElse("missing"));
            }
        };
    }

    private boolean isChained(String name) {
        return standings.get(name) instanceof Standing.Chained;
    }

    /**
     * {@return the names of files that Multus' configuration has, and what Multus does by each} It read them when it started, and looks for no
     * others.
     */
    static Map<String, String> namedByMultus(NetworkDirectory there) {
        var named = new TreeMap<String, String>();
        for (var file : there.files().values()) {
            if (file instanceof NetworkFile.Text found
                    && CniNetwork.readSingle(found.text()) instanceof Result.Ok<CniNetwork>(var network)) {
                network.multusIndicator()
                        .ifPresent(path -> named.put(fileName(path), "waits for it by this name at each ADD and DEL"));
                if (network.multusDefault().orElse(new MultusDefault.Unsaid())
                                instanceof MultusDefault.ClusterNetwork(var value)
                        && isFile(value)) {
                    named.put(fileName(value), "calls it by this name");
                }
            }
        }
        return named;
    }

    /** Without a slash it is the name of an attachment. */
    private static boolean isFile(String clusterNetwork) {
        return clusterNetwork.contains("/");
    }

    /** Multus' container has the directory elsewhere. */
    private static String fileName(String clusterNetwork) {
        return clusterNetwork.substring(clusterNetwork.lastIndexOf('/') + 1);
    }
}
