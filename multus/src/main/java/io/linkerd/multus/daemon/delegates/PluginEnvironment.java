// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.Sandbox;
import io.linkerd.multus.daemon.requests.CniArgument;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The environment of plugins: what the CNI specification names, and nothing of the daemon's own but what it is told to pass on.
 *
 * @param folders in which plugins are found, for those that call others
 * @param base what each plugin is given besides: a PATH, by which plugins find the programs that they run
 */
public record PluginEnvironment(List<String> folders, Map<String, String> base) {
    /** Where programs are on every Linux; a plugin without a PATH finds none. */
    public static final Map<String, String> PATH =
            Map.of("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");

    /** Copies, in their order. */
    public PluginEnvironment {
        folders = List.copyOf(folders);
        base = Collections.unmodifiableMap(new LinkedHashMap<>(base));
    }

    /** {@return the environment of a command about a network of a sandbox} */
    Map<String, String> of(PluginCommand command, Sandbox sandbox, Delegate delegate, List<CniArgument> arguments) {
        var all = of(command);
        all.put("CNI_CONTAINERID", sandbox.containerId());
        all.put("CNI_NETNS", sandbox.netns());
        all.put("CNI_IFNAME", delegate.interfaceName());
        all.put("CNI_ARGS", arguments.stream().map(CniArgument::toString).collect(Collectors.joining(";")));
        return all;
    }

    /** {@return the environment of a command about no sandbox} */
    Map<String, String> of(PluginCommand command) {
        var all = new LinkedHashMap<>(base);
        all.put("CNI_COMMAND", command.name());
        all.put("CNI_PATH", String.join(":", folders));
        return all;
    }
}
