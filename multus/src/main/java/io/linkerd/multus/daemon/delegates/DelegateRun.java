// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.delegates.NetworkCalls.Planned;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.PluginConfig;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out the commands of container runtimes by calls of plugins. One sandbox is worked on by one caller at a time. */
public final class DelegateRun {
    private static final Logger log = LoggerFactory.getLogger(DelegateRun.class);

    private final Plugins plugins;
    private final Duration undoTime;
    private final LongSupplier nanos;

    /** {@code undoTime} is how long it may take to take away again what an ADD has added that failed: its own caller may be gone by then. */
    public DelegateRun(Plugins plugins, Duration undoTime, LongSupplier nanos) {
        this.plugins = plugins;
        this.undoTime = undoTime;
        this.nanos = nanos;
    }

    /** Gives a sandbox its networks, or none, whatever goes wrong. */
    public AddOutcome add(List<Delegate> delegates, CallContext context, DelegateHooks hooks, Deadline deadline) {
        var addition = Addition.of(delegates, context);
        while (true) {
            switch (addition) {
                case Addition.Unfinished unfinished -> addition = next(unfinished, hooks, deadline);
                case Addition.Complete(var networks) -> {
                    return new AddOutcome.Added(networks);
                }
                case Addition.Failed(var why, var undo) -> {
                    return new AddOutcome.NotAdded(why, undo(undo, context, hooks));
                }
            }
        }
    }

    private Addition next(Addition.Unfinished now, DelegateHooks hooks, Deadline deadline) {
        try {
            return switch (now) {
                case Addition.Preparing preparing -> prepared(preparing, hooks);
                case Addition.Calling calling -> calling.answered(plugins.call(calling.call(), deadline));
                case Addition.Joined joined ->
                    hooks.added(joined.network()).map(joined::refused).orElseGet(joined::kept);
            };
        } catch (RuntimeException | Error fault) {
            log.atError()
                    .setCause(fault)
                    .log("an ADD was ended by a fault of this daemon; its networks are taken back");
            return now.broken();
        }
    }

    /** The names are looked at first: they are a tenant's, and the sandbox is asked for the interface by them. */
    private static Addition prepared(Addition.Preparing preparing, DelegateHooks hooks) {
        var ready = preparing.ready();
        return ready instanceof Addition.Calling
                ? hooks.beforeAdd(preparing.delegate()).map(preparing::refused).orElse(ready)
                : ready;
    }

    /** Takes a sandbox out of its networks, the last one first; each is tried. */
    public DeleteOutcome delete(List<Delegate> delegates, CallContext context, DelegateHooks hooks, Deadline deadline) {
        return new DeleteOutcome(deleteInOrder(delegates.reversed(), context, hooks, deadline));
    }

    /** {@return the first thing that is not as ADD has left it} */
    public Optional<CniError> check(
            List<Delegate> delegates, CallContext context, DelegateHooks hooks, Deadline deadline) {
        return delegates.stream()
                .flatMap(delegate -> check(delegate, context, hooks, deadline).stream())
                .findFirst();
    }

    /** {@return why a network cannot take a container now} */
    public Optional<CniError> status(Delegate delegate, CallContext context, Deadline deadline) {
        var failures = new DelegateFailures(delegate);
        return switch (NetworkCalls.of(delegate, context)) {
            case Result.Not<NetworkCalls>(var reason) -> Optional.of(failures.unreadable(PluginCommand.STATUS, reason));
            case Result.Ok<NetworkCalls>(var calls) ->
                calls.status()
                        .map(planned -> plugins.call(planned.call(), deadline))
                        .flatMap(answer -> answer.error().map(why -> failures.status(answer, why)).stream())
                        .findFirst();
        };
    }

    /** Has the plugins of a network clear away what belongs to no attachment of these; {@return what failed} Each is asked. */
    public List<CniError> collectGarbage(
            Delegate delegate, CallContext context, List<ValidAttachment> valid, Deadline deadline) {
        return switch (NetworkCalls.of(delegate, context)) {
            case Result.Not<NetworkCalls>(var reason) ->
                List.of(new DelegateFailures(delegate).unreadable(PluginCommand.GC, reason));
            case Result.Ok<NetworkCalls>(var calls) ->
                calls.collectGarbage(valid)
                        .flatMap(planned -> plugins
                                .call(planned.call(), deadline)
                                .error()
                                .map(why -> why.within("failed to GC plugin "
                                        + planned.plugin().type() + ": "))
                                .stream())
                        .toList();
        };
    }

    private List<CniError> undo(List<Delegate> lastFirst, CallContext context, DelegateHooks hooks) {
        return deleteInOrder(lastFirst, context, hooks, Deadline.in(undoTime, nanos));
    }

    private List<CniError> deleteInOrder(
            List<Delegate> delegates, CallContext context, DelegateHooks hooks, Deadline deadline) {
        var errors = new ArrayList<CniError>();
        for (var delegate : delegates) {
            delete(delegate, context, hooks, deadline).ifPresent(errors::add);
        }
        return List.copyOf(errors);
    }

    private Optional<CniError> delete(Delegate delegate, CallContext context, DelegateHooks hooks, Deadline deadline) {
        try {
            var error = delete(delegate, context, hooks.result(delegate), deadline);
            hooks.deleted(delegate, error);
            return error;
        } catch (RuntimeException | Error fault) {
            log.atError()
                    .addKeyValue("network", delegate.name())
                    .setCause(fault)
                    .log("a network was not taken away because of a fault of this daemon; the others are");
            return Optional.of(CniError.ofFault());
        }
    }

    private Optional<CniError> delete(
            Delegate delegate, CallContext context, Optional<String> result, Deadline deadline) {
        if (NameRules.interfaceName(delegate.interfaceName()).isPresent()) {
            return Optional.empty(); // no ADD was made with such a name
        }
        var failures = new DelegateFailures(delegate);
        return switch (NetworkCalls.of(delegate, context).then(calls -> calls.delete(result))) {
            case Result.Not<Stream<Planned>>(var reason) -> Optional.of(failures.unreadable(PluginCommand.DEL, reason));
            case Result.Ok<Stream<Planned>>(var calls) ->
                failed(calls, deadline)
                        .map(failed -> failures.deleted(failed.why(), failed.plugin()))
                        .findFirst();
        };
    }

    private Optional<CniError> check(Delegate delegate, CallContext context, DelegateHooks hooks, Deadline deadline) {
        var failures = new DelegateFailures(delegate);
        return switch (NetworkCalls.of(delegate, context).then(calls -> calls.check(hooks.result(delegate)))) {
            case Result.Not<Stream<Planned>>(var reason) ->
                Optional.of(failures.unreadable(PluginCommand.CHECK, reason));
            case Result.Ok<Stream<Planned>>(var calls) ->
                failed(calls, deadline)
                        .map(failed -> failures.checked(failed.why()))
                        .findFirst();
        };
    }

    private record FailedCall(PluginConfig plugin, CniError why) {}

    /** {@return calls that fail, made no further than they are asked for} */
    private Stream<FailedCall> failed(Stream<Planned> calls, Deadline deadline) {
        return calls.flatMap(planned ->
                plugins
                        .call(planned.call(), deadline)
                        .error()
                        .map(why -> new FailedCall(planned.plugin(), why))
                        .stream());
    }
}
