// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.cniconfig.MultusDefault;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.daemon.config.ConfigSource;
import io.linkerd.multus.daemon.config.ShimSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A configuration of Multus for the container runtime. It is never empty.
 *
 * @param text the file's
 * @param primary the path of the configuration that it calls first, as the daemon sees it; or the user's file
 */
public record GeneratedConfig(String text, String primary) {
    private static final String NETWORK = "multus-cni-network";
    private static final String PLUGIN = "multus-shim";

    /** As upstream writes them, and at last what our shim alone reads; what is empty or false is left out. */
    private static final List<String> KEYS = List.of(
            "binDir",
            "capabilities",
            "cniVersion",
            "logFile",
            "logLevel",
            "logToStderr",
            "logOptions",
            "name",
            "clusterNetwork",
            "namespaceIsolation",
            "globalNamespaces",
            "type",
            "cniDir",
            "auxiliaryCNIChainName",
            "daemonSocketDir",
            "overrideNetworkName",
            "upstreamErrorCodes");

    public GeneratedConfig {
        if (text.isBlank()) {
            throw new IllegalArgumentException("an empty configuration");
        }
    }

    /** {@return the configuration that calls the primary network in that file} */
    static GeneratedConfig of(ConfigSource.Auto source, ShimSettings shim, String fileName, PrimaryConfig primary) {
        var path = path(source, fileName);
        var name = source.overrideNetworkName() ? primary.name() : NETWORK;
        var members = new HashMap<>(shim.members());
        members.putIfAbsent("type", JsonEdit.quote(PLUGIN));
        members.put("name", JsonEdit.quote(name));
        members.put("clusterNetwork", JsonEdit.quote(path));
        var capabilities = new TreeMap<>(shim.capabilities());
        capabilities.putAll(primary.capabilities());
        if (!capabilities.isEmpty()) {
            members.put("capabilities", json(capabilities));
        }
        var text = KEYS.stream()
                .flatMap(
                        key -> Optional.ofNullable(members.get(key)).map(value -> JsonEdit.member(key, value)).stream())
                .collect(Collectors.joining(",", "{", "}"));
        return new GeneratedConfig(text, path);
    }

    /** {@return the configuration in a text that was found where this one belongs; empty where it is none of Multus} */
    static Optional<GeneratedConfig> found(String text) {
        return CniNetwork.readSingle(text) instanceof Result.Ok<CniNetwork>(var network)
                ? network.multusDefault().map(calls -> new GeneratedConfig(text, primary(calls)))
                : Optional.empty();
    }

    /** {@return the path of the primary network's file, as the daemon sees it} */
    static String path(ConfigSource.Auto source, String fileName) {
        return source.directory().resolve(fileName).normalize().toString();
    }

    private static String primary(MultusDefault calls) {
        return switch (calls) {
            case MultusDefault.ClusterNetwork(var value) -> value;
            case MultusDefault.Delegate _, MultusDefault.Unsaid _ -> "";
        };
    }

    private static String json(Map<String, Boolean> flags) {
        return flags.entrySet().stream()
                .map(flag -> JsonEdit.member(flag.getKey(), flag.getValue().toString()))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
