// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.daemon.networks.PluginChain;
import io.linkerd.multus.daemon.networks.PluginConfig;
import io.linkerd.multus.daemon.networks.RewrittenObject;
import io.linkerd.multus.daemon.networks.RuntimeConfig;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a plugin reads: its configuration, and what libcni puts into it. */
final class PluginStdin {
    private PluginStdin() {}

    /** {@return the configuration for a command about a sandbox} */
    static String of(PluginChain chain, PluginConfig plugin, Optional<String> previous, RuntimeConfig told) {
        var members = names(chain);
        previous.ifPresent(result -> members.put("prevResult", result));
        var capable = new LinkedHashMap<String, String>();
        told.values().forEach((capability, value) -> {
            if (plugin.capabilities().contains(capability)) {
                capable.put(capability, value);
            }
        });
        if (!capable.isEmpty()) {
            members.put("runtimeConfig", RewrittenObject.of(capable));
        }
        return with(plugin, members);
    }

    /** {@return the configuration for a command about no sandbox} */
    static String of(PluginChain chain, PluginConfig plugin, Map<String, String> more) {
        var members = names(chain);
        members.putAll(more);
        return with(plugin, members);
    }

    private static Map<String, String> names(PluginChain chain) {
        var members = new LinkedHashMap<String, String>();
        members.put("cniVersion", JsonEdit.quote(chain.cniVersion()));
        members.put("name", JsonEdit.quote(chain.name()));
        return members;
    }

    private static String with(PluginConfig plugin, Map<String, String> members) {
        try {
            var json = JsonText.parse(plugin.text(), CniNetwork.LIMITS);
            return json.root() instanceof JsonValue.Members object
                    ? RewrittenObject.with(json, object, members)
                    : RewrittenObject.of(members);
        } catch (MalformedJson impossible) {
            throw new IllegalStateException("a plugin that was read before is no JSON any more", impossible);
        }
    }
}
