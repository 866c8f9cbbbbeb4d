// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.DelegateConfig;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.networks.RuntimeConfig;
import io.linkerd.multus.daemon.networks.Sandbox;
import io.linkerd.multus.daemon.requests.CniArgs;
import io.linkerd.multus.daemon.requests.CniArgument;
import io.linkerd.multus.daemon.routes.DefaultRoutePlan;
import java.util.List;
import java.util.Optional;

/** Delegates of one pod for tests. */
final class Delegated {
    static final PodIdentity POD = new PodIdentity("shop", "cart", "u1");
    static final CallContext CONTEXT = context("c1");

    private Delegated() {}

    static CallContext context(String containerId) {
        return new CallContext(
                new Sandbox(containerId, "/run/netns/c1", "eth0"),
                new DelegateArguments(POD, passed("c1", new CniArgument("x", "y=z"))),
                new PluginEnvironment(List.of("/opt/cni/bin", "/more"), PluginEnvironment.PATH));
    }

    /** {@return what a container runtime passes, which is this besides the pod} */
    static CniArgs passed(String sandbox, CniArgument... extra) {
        return new CniArgs("", POD.namespace(), POD.name(), Optional.of(POD.uid()), sandbox, List.of(extra));
    }

    static Delegate first(String config) {
        return delegate(config, "eth0", true, RuntimeConfig.NONE);
    }

    static Delegate other(String config, String interfaceName) {
        return delegate(config, interfaceName, false, RuntimeConfig.NONE);
    }

    static Delegate told(String config, String runtimeConfig) {
        return delegate(config, "eth0", true, valueOf(RuntimeConfig.read(runtimeConfig)));
    }

    static Delegate asking(Delegate delegate, String mac, String... ips) {
        return new Delegate(
                delegate.config(),
                delegate.name(),
                delegate.interfaceName(),
                delegate.first(),
                delegate.runtimeConfig(),
                Optional.of(mac),
                List.of(ips),
                delegate.defaultRoute(),
                delegate.device());
    }

    /** {@return the configuration of a network of these types of plugins} */
    static String list(String name, String... types) {
        var plugins = String.join(
                ",",
                List.of(types).stream()
                        .map(type -> "{\"type\":\"" + type + "\"}")
                        .toList());
        return "{\"cniVersion\":\"1.0.0\",\"name\":\"" + name + "\",\"plugins\":[" + plugins + "]}";
    }

    static <T> T valueOf(Result<T> result) {
        return result.orElse(reason -> {
            throw new AssertionError(reason);
        });
    }

    private static Delegate delegate(String config, String interfaceName, boolean first, RuntimeConfig told) {
        // What cannot be read can still come from a cache.
        var read = DelegateConfig.read(config).orElse(_ -> new DelegateConfig(config, "broken", ""));
        return new Delegate(
                read,
                read.name(),
                interfaceName,
                first,
                told,
                Optional.empty(),
                List.of(),
                DefaultRoutePlan.AS_MADE,
                Optional.empty());
    }
}
