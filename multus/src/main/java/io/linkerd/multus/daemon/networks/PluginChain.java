// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A network as libcni takes it apart: the plugins that are called for it in their order, under one name and one version.
 *
 * @param cniVersion empty where the configuration has none
 * @param isList whether it is a list, and not one plugin by itself
 * @param disableCheck whether CHECK is not asked
 * @param disableGc whether no garbage is collected
 * @param inlinedOnly whether no plugins are added from the folder that has the network's name
 */
public record PluginChain(
        String name,
        String cniVersion,
        boolean isList,
        boolean disableCheck,
        boolean disableGc,
        boolean inlinedOnly,
        List<PluginConfig> plugins) {
    /** Copies. */
    public PluginChain {
        plugins = List.copyOf(plugins);
    }

    /** {@return the plugin of a configuration that has a type, and so is one plugin} */
    public static Result<PluginChain> readPlugin(String text) {
        return switch (JsonText.read(text, CniNetwork.LIMITS)) {
            case Result.Not<JsonText>(var reason) -> new Result.Not<>("error parsing configuration: " + reason);
            case Result.Ok<JsonText>(var json) ->
                PluginConfig.read(json, json.root()).map(plugin -> of(plugin, json.root()));
        };
    }

    private static PluginChain of(PluginConfig plugin, JsonValue root) {
        var version =
                root instanceof JsonValue.Members members ? members.goText("cniVersion") : Optional.<String>empty();
        return new PluginChain(plugin.name(), version.orElse(""), false, false, false, true, List.of(plugin));
    }

    /** {@return the plugins of a list, which may have none where they are in a folder} */
    public static Result<PluginChain> readList(String text) {
        return switch (JsonText.read(text, CniNetwork.LIMITS)) {
            case Result.Not<JsonText>(var reason) -> new Result.Not<>("error parsing configuration list: " + reason);
            case Result.Ok<JsonText>(var json) -> new ChainReader(json).chain();
        };
    }

    /** {@return the version that the plugins are called with, or why there is none} */
    public Result<CniVersion> version() {
        return CniVersion.read(cniVersion);
    }

    /** {@return this network with more plugins at its end} */
    PluginChain and(List<PluginConfig> more) {
        var all = Stream.concat(plugins.stream(), more.stream()).toList();
        return new PluginChain(name, cniVersion, isList, disableCheck, disableGc, inlinedOnly, all);
    }
}
