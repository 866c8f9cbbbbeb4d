// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.routes.RouteAction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Network namespaces, called {@code /run/netns/} and the container, with the interfaces of a ledger. A route goes by an interface that is there. */
final class FakeSandboxes implements PodInterfaces, PodRoutes {
    static final String FOLDER = "/run/netns/";

    private final ScriptPlugins plugins;

    /** The gateway of default routes by network namespace and interface, as they were changed. */
    final Map<String, IpAddress> gateways = new ConcurrentHashMap<>();

    FakeSandboxes(ScriptPlugins plugins) {
        this.plugins = plugins;
    }

    /** The name of an interface that a fault of the daemon keeps from being looked at. */
    volatile String faultAt = "";

    @Override
    public Result<Boolean> has(String networkNamespace, String interfaceName) {
        if (interfaceName.equals(faultAt)) {
            throw new IllegalStateException("planned");
        }
        if (!networkNamespace.startsWith(FOLDER)) {
            return new Result.Not<>("no such file or directory");
        }
        var start = networkNamespace.substring(FOLDER.length()) + "." + interfaceName + ".";
        return new Result.Ok<>(plugins.ledger().stream().anyMatch(entry -> entry.startsWith(start)));
    }

    @Override
    public Optional<String> apply(String networkNamespace, List<RouteAction> actions) {
        for (var action : actions) {
            if (!has(networkNamespace, action.interfaceName()).orElse(_ -> false)) {
                return Optional.of("no such device");
            }
            var key = networkNamespace + " " + action.interfaceName();
            switch (action) {
                case RouteAction.DeleteDefaults _ -> gateways.remove(key);
                case RouteAction.AddDefault(var _, var gateway) -> gateways.put(key, gateway);
            }
        }
        return Optional.empty();
    }
}
