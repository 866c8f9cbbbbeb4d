// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.requests.CniError;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where an ADD stands: the networks one after another, and of each the plugins one after another, each told the result of the one before. The
 * first failure ends it, and all networks up to the failing one are to be taken away, that one first: a plugin that fails may leave something
 * behind.
 */
sealed interface Addition {

    /** {@return the beginning} */
    static Addition of(List<Delegate> delegates, CallContext context) {
        return new AdditionSoFar(delegates, context, List.of()).next();
    }

    /** Something is to be done next. */
    sealed interface Unfinished extends Addition {
        /** {@return the networks of which something may be there, in the order in which they are to be taken away} */
        List<Delegate> begun();

        /** {@return what follows where a fault of the daemon kept it from being done} */
        default Addition broken() {
            return new Failed(CniError.ofFault(), begun());
        }
    }

    /** The next network's interface has to be possible. Where it is not, no plugin was called, and one of that name is another network's. */
    record Preparing(AdditionSoFar before, Delegate delegate) implements Unfinished {
        /** {@return what follows where it is; the sandbox is looked at only for a name that one can have} */
        Addition ready() {
            return switch (NetworkCalls.of(delegate, before.context())) {
                case Result.Not<NetworkCalls>(var reason) ->
                    before.refused(delegate, new DelegateFailures(delegate).unreadable(PluginCommand.ADD, reason));
                case Result.Ok<NetworkCalls>(var calls) ->
                    NameRules.problem(
                                    before.context().sandbox().containerId(),
                                    calls.chain().name(),
                                    delegate.interfaceName())
                            .<Addition>map(problem -> before.refused(delegate, problem))
                            .orElseGet(() -> new Calling(before, calls, 0, Optional.empty()));
            };
        }

        /** {@return what follows where it is not} */
        Addition refused(CniError why) {
            return before.refused(delegate, new DelegateFailures(delegate).interfaceRefused(why));
        }

        @Override
        public List<Delegate> begun() {
            return before.lastFirst();
        }
    }

    /** A plugin is to be called. */
    record Calling(AdditionSoFar before, NetworkCalls network, int place, Optional<String> previous)
            implements Unfinished {
        PluginCall call() {
            return network.add(place, previous).call();
        }

        /** {@return what follows on its answer} */
        Addition answered(PluginAnswer answer) {
            return switch (answer) {
                case PluginAnswer.Done(var output) ->
                    switch (PluginResult.read(output, network.chain().cniVersion())) {
                        case Result.Ok<String>(var result) -> with(result);
                        case Result.Not<String>(var reason) ->
                            failed(new CniError(CniError.DECODING_FAILURE, reason, ""));
                    };
                case PluginAnswer.Failed(var why) -> failed(why);
                case PluginAnswer.NotFound(var reason) -> failed(CniError.of(reason));
            };
        }

        private Addition with(String result) {
            return place + 1 < network.chain().plugins().size()
                    ? new Calling(before, network, place + 1, Optional.of(result))
                    : new Joined(before, new AddedNetwork(network.delegate(), result));
        }

        private Addition failed(CniError why) {
            var delegate = network.delegate();
            var plugin = network.chain().plugins().get(place);
            return before.failed(delegate, new DelegateFailures(delegate).added(why, plugin));
        }

        @Override
        public List<Delegate> begun() {
            return before.withNext();
        }
    }

    /** A network was added; the result is to be kept, and routes may have to be changed, before the next one. */
    record Joined(AdditionSoFar before, AddedNetwork network) implements Unfinished {
        /** {@return what follows where that was done} */
        Addition kept() {
            return before.with(network).next();
        }

        /** {@return what follows where that could not be done} */
        Addition refused(CniError why) {
            return new Failed(why, begun());
        }

        @Override
        public List<Delegate> begun() {
            return before.withNext();
        }
    }

    /** All networks were added. */
    record Complete(List<AddedNetwork> networks) implements Addition {}

    /**
     * One could not be added.
     *
     * @param undo the networks to be taken away, in this order
     */
    record Failed(CniError why, List<Delegate> undo) implements Addition {}

    /** What was added until now. */
    record AdditionSoFar(List<Delegate> delegates, CallContext context, List<AddedNetwork> added) {
        public AdditionSoFar {
            delegates = List.copyOf(delegates);
            added = List.copyOf(added);
        }

        private Addition next() {
            return added.size() == delegates.size()
                    ? new Complete(added)
                    : new Preparing(this, delegates.get(added.size()));
        }

        private AdditionSoFar with(AddedNetwork network) {
            return new AdditionSoFar(
                    delegates,
                    context,
                    Stream.concat(added.stream(), Stream.of(network)).toList());
        }

        private List<Delegate> lastFirst() {
            return delegates.subList(0, added.size()).reversed();
        }

        /** The one that is added now is the first to be taken away. */
        private List<Delegate> withNext() {
            return delegates.subList(0, added.size() + 1).reversed();
        }

        /** Before any of its plugins was called. */
        private Addition refused(Delegate delegate, CniError why) {
            return new Failed(new DelegateFailures(delegate).added(why, context), lastFirst());
        }

        private Addition failed(Delegate delegate, CniError why) {
            return new Failed(new DelegateFailures(delegate).added(why, context), withNext());
        }
    }
}
