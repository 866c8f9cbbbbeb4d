// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.caches.CacheReading;
import io.linkerd.multus.daemon.caches.CachedAttachment;
import io.linkerd.multus.daemon.delegates.AddedNetwork;
import io.linkerd.multus.daemon.delegates.DelegateHooks;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.RewrittenObject;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.daemon.results.CniResult;
import io.linkerd.multus.daemon.results.ResultVersion;
import io.linkerd.multus.service.files.FileChangeFailed;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done around the plugins' calls for one container: interfaces, devices, results, and default routes. */
final class SandboxHooks implements DelegateHooks {
    private static final Logger log = LoggerFactory.getLogger(SandboxHooks.class);

    private final ContainerCommand command;
    private final Node node;

    SandboxHooks(ContainerCommand command, Node node) {
        this.command = command;
        this.node = node;
    }

    /** {@return what a network's plugins have answered, or why that is no result} */
    static Result<CniResult> result(AddedNetwork network) {
        return CniResult.ofPlugin(network.result().getBytes(UTF_8), version(network.delegate()));
    }

    @Override
    public Optional<CniError> beforeAdd(Delegate delegate) {
        node.descriptions().offer(delegate, command.sandbox());
        var name = delegate.interfaceName();
        return switch (node.interfaces().has(command.sandbox().netns(), name)) {
            case Result.Not<Boolean>(var reason) ->
                Optional.of(CniError.of(
                        "validateIfName: no net namespace " + command.sandbox().netns() + " found: " + reason));
            case Result.Ok<Boolean>(var there) ->
                there
                        ? Optional.of(CniError.of("validateIfName: interface name " + name + " already exists"))
                        : Optional.empty();
        };
    }

    /** The result is kept first, with the routes as they are to be: so a DEL finds it, however far this comes. */
    @Override
    public Optional<CniError> added(AddedNetwork network) {
        var delegate = network.delegate();
        return switch (result(network)) {
            case Result.Not<CniResult>(var reason) ->
                Optional.of(new CniError(
                        CniError.DECODING_FAILURE,
                        Failure.of(
                                        command.pod(),
                                        "cannot read the result of network " + delegate.name() + ": " + reason)
                                .message()));
            case Result.Ok<CniResult>(var result) -> keep(delegate, result).or(() -> route(delegate, result));
        };
    }

    private Optional<CniError> keep(Delegate delegate, CniResult result) {
        var told = delegate.runtimeConfig().values();
        try {
            command.caches()
                    .keepAttachment(new CachedAttachment(
                            KeptNetworks.key(delegate, command.sandbox()),
                            delegate.config().text(),
                            command.sandbox().netns(),
                            command.context().arguments().of(delegate),
                            told.isEmpty() ? "" : RewrittenObject.of(told),
                            new Result.Ok<>(delegate.defaultRoute().applied(result))));
            return Optional.empty();
        } catch (FileChangeFailed e) {
            return Optional.of(Failure.ofFile(command.pod(), "cannot keep a result: " + e.getMessage()));
        }
    }

    private Optional<CniError> route(Delegate delegate, CniResult result) {
        var actions = delegate.defaultRoute().actions(delegate.interfaceName(), result);
        return actions.isEmpty()
                ? Optional.empty()
                : node.routes()
                        .apply(command.sandbox().netns(), actions)
                        .map(reason -> Failure.of(command.pod(), "error setting default gateway: " + reason));
    }

    @Override
    public Optional<String> result(Delegate delegate) {
        var key = KeptNetworks.key(delegate, command.sandbox());
        return switch (command.caches().attachment(key)) {
            case CacheReading.Found<CachedAttachment>(var attachment) ->
                attachment
                        .result()
                        .then(result -> ResultVersion.of(version(delegate))
                                .map(result::in)
                                .orElseGet(() -> new Result.Not<>("no results are known of its version")))
                        .map(result -> Optional.of(result.json()))
                        .orElse(reason -> none(delegate, reason));
            case CacheReading.Absent<CachedAttachment> _ -> Optional.empty();
            case CacheReading.Unusable<CachedAttachment>(var reason) -> none(delegate, reason);
        };
    }

    @Override
    public void deleted(Delegate delegate, Optional<CniError> error) {
        node.descriptions().remove(delegate, command.sandbox());
        if (error.isPresent()) {
            return;
        }
        try {
            command.caches().forgetAttachment(KeptNetworks.key(delegate, command.sandbox()));
        } catch (FileChangeFailed e) {
            log.atWarn()
                    .addKeyValue("container", command.containerId())
                    .setCause(e)
                    .log("the result of a network that is gone stays on the node");
        }
    }

    private Optional<String> none(Delegate delegate, String reason) {
        log.atWarn()
                .addKeyValue("container", command.containerId())
                .addKeyValue("network", delegate.name())
                .addKeyValue("reason", reason)
                .log("plugins are called without the result of ADD");
        return Optional.empty();
    }

    private static String version(Delegate delegate) {
        return delegate.config().chain().map(chain -> chain.cniVersion()).orElse(_ -> "");
    }
}
