// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.config.NetConf;
import io.linkerd.multus.daemon.config.PrimaryNetwork;
import io.linkerd.multus.daemon.delegates.CallContext;
import io.linkerd.multus.daemon.delegates.DelegateArguments;
import io.linkerd.multus.daemon.delegates.PluginEnvironment;
import io.linkerd.multus.daemon.networks.NamespaceIsolation;
import io.linkerd.multus.daemon.networks.NetworkSettings;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.networks.Sandbox;
import io.linkerd.multus.daemon.requests.CniArgs;
import java.util.List;
import java.util.Set;

/** What a request's configuration says to those who plan networks, and to plugins. */
final class Settings {
    private Settings() {}

    static NetworkSettings of(NetConf conf) {
        return new NetworkSettings(
                conf.cniVersion(),
                switch (conf.primary()) {
                    case PrimaryNetwork.ClusterNetwork(var value) -> value;
                    case PrimaryNetwork.Delegates _, PrimaryNetwork.Unsaid _ -> "";
                },
                switch (conf.primary()) {
                    case PrimaryNetwork.Delegates(var configurations) -> configurations;
                    case PrimaryNetwork.ClusterNetwork _, PrimaryNetwork.Unsaid _ -> List.of();
                },
                conf.defaultNetworks(),
                conf.confDir().toString(),
                conf.multusNamespace(),
                Set.copyOf(conf.systemNamespaces()),
                new NamespaceIsolation(conf.namespaceIsolation(), Set.copyOf(conf.globalNamespaces())),
                conf.auxiliaryCniChainName().orElse(""));
    }

    static PluginEnvironment environment(NetConf conf) {
        return new PluginEnvironment(List.of(conf.binDir().toString()), PluginEnvironment.PATH);
    }

    /** {@return what calls about no container are made with} */
    static CallContext ofNetwork(NetConf conf) {
        return new CallContext(
                new Sandbox("", "", ""),
                new DelegateArguments(new PodIdentity("", "", ""), CniArgs.NONE),
                environment(conf));
    }
}
