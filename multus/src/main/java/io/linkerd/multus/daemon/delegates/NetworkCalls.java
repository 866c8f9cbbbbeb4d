// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.networks.CniVersion;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.PluginChain;
import io.linkerd.multus.daemon.networks.PluginConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The calls of the plugins of one network for one sandbox, as libcni makes them. Those of several plugins are made one at a time: each holds a
 * configuration and a result.
 */
record NetworkCalls(Delegate delegate, PluginChain chain, CallContext context) {

    /** A call, and the plugin that it is made to. */
    record Planned(PluginConfig plugin, PluginCall call) {}

    /** {@return the calls of a network, or why its configuration cannot be taken apart} */
    static Result<NetworkCalls> of(Delegate delegate, CallContext context) {
        return delegate.config()
                .chain()
                .then(chain -> chain.plugins().isEmpty()
                        ? new Result.Not<>("error parsing configuration list: no 'plugins' key")
                        : new Result.Ok<>(new NetworkCalls(delegate, chain, context)));
    }

    /** {@return the call that adds the sandbox by the plugin at a place} {@code previous} is the result of the plugin before it. */
    Planned add(int place, Optional<String> previous) {
        return about(PluginCommand.ADD, chain.plugins().get(place), previous);
    }

    /** {@return the calls that take the sandbox out, the last plugin first, or why there are none} */
    Result<Stream<Planned>> delete(Optional<String> result) {
        return chain.version().map(version -> {
            var previous = result.filter(_ -> version.isAtLeast(CniVersion.WITH_CHECK));
            return chain.plugins().reversed().stream().map(plugin -> about(PluginCommand.DEL, plugin, previous));
        });
    }

    /** {@return the calls that look whether all is as ADD has left it; none where the network's version or configuration has no CHECK} */
    Result<Stream<Planned>> check(Optional<String> result) {
        return chain.version()
                .map(version -> version.isAtLeast(CniVersion.WITH_CHECK) && !chain.disableCheck()
                        ? chain.plugins().stream().map(plugin -> about(PluginCommand.CHECK, plugin, result))
                        : Stream.empty());
    }

    /** {@return the calls that ask whether the network is ready; none where the network's version has no STATUS} */
    Stream<Planned> status() {
        return withStatus() ? aboutAll(PluginCommand.STATUS, Map.of()) : Stream.empty();
    }

    /** {@return the calls that have the plugins clear away what belongs to no attachment of these} */
    Stream<Planned> collectGarbage(List<ValidAttachment> valid) {
        var json = ValidAttachment.json(valid);
        var members = new LinkedHashMap<String, String>();
        members.put("cni.dev/valid-attachments", json);
        members.put("cni.dev/attachments", json); // the specification's first name for it
        return withStatus() && !chain.disableGc() ? aboutAll(PluginCommand.GC, members) : Stream.empty();
    }

    private boolean withStatus() {
        return chain.version()
                .map(version -> version.isAtLeast(CniVersion.WITH_STATUS))
                .orElse(_ -> false);
    }

    private Planned about(PluginCommand command, PluginConfig plugin, Optional<String> previous) {
        var arguments = context.arguments().of(delegate);
        return new Planned(
                plugin,
                new PluginCall(
                        command,
                        plugin.type(),
                        PluginStdin.of(chain, plugin, previous, delegate.runtimeConfig()),
                        context.environment().of(command, context.sandbox(), delegate, arguments)));
    }

    private Stream<Planned> aboutAll(PluginCommand command, Map<String, String> members) {
        return chain.plugins().stream()
                .map(plugin -> new Planned(
                        plugin,
                        new PluginCall(
                                command,
                                plugin.type(),
                                PluginStdin.of(chain, plugin, members),
                                context.environment().of(command))));
    }
}
