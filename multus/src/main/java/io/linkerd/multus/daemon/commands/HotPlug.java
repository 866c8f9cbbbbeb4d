// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.config.NetConf;
import io.linkerd.multus.daemon.delegates.AddOutcome;
import io.linkerd.multus.daemon.delegates.AddedNetwork;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.DelegatePlan;
import io.linkerd.multus.daemon.networks.NetworkWishes;
import io.linkerd.multus.daemon.networks.PodAnnotations;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.networks.PodRequest;
import io.linkerd.multus.daemon.networks.RuntimeConfig;
import io.linkerd.multus.daemon.networks.Sandbox;
import io.linkerd.multus.daemon.requests.CniCommand;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.daemon.requests.CniRequest.OfContainer;
import io.linkerd.multus.daemon.requests.InterfaceAttributes;
import io.linkerd.multus.daemon.routes.DefaultRouteRequest;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One network that a caller of {@code /delegate} adds to a pod that runs, or takes away from it. Kubernetes is told nothing. */
final class HotPlug {
    private final Node node;

    HotPlug(Node node) {
        this.node = node;
    }

    Outcome carryOut(OfContainer request, ContainerCommand command, Deadline deadline) {
        var asked = wishes(request.attributes());
        var wishes = request.command() == CniCommand.DEL ? asked.ofPossible() : asked;
        return switch (DelegatePlan.hotPlugged(request.config(), wishes, command.asking(PodAnnotations.NONE))) {
            case Result.Not<Delegate>(var reason) -> new Outcome.Failed(CniError.of(reason));
            case Result.Ok<Delegate>(var delegate) -> carryOut(request.command(), command, delegate, deadline);
        };
    }

    private Outcome carryOut(CniCommand what, ContainerCommand command, Delegate delegate, Deadline deadline) {
        var run = node.run(command.conf().binDir());
        var context = command.context();
        var hooks = new SandboxHooks(command, node);
        var one = List.of(delegate);
        return switch (what) {
            case ADD -> added(run.add(one, context, hooks, deadline), command, deadline);
            case DEL -> Outcome.of(run.delete(one, context, hooks, deadline).error());
            case CHECK -> Outcome.of(run.check(one, context, hooks, deadline));
            case GC, STATUS, VERSION -> throw new IllegalArgumentException(what + " is about no container");
        };
    }

    private Outcome added(AddOutcome outcome, ContainerCommand command, Deadline deadline) {
        return switch (outcome) {
            case AddOutcome.NotAdded(var why, var _) -> new Outcome.Failed(why);
            case AddOutcome.Added(var networks) -> {
                var told = told(networks.getFirst(), command, deadline);
                if (told instanceof Outcome.Failed) {
                    node.run(command.conf().binDir())
                            .delete(
                                    List.of(networks.getFirst().delegate()),
                                    command.context(),
                                    new SandboxHooks(command, node),
                                    node.undoing());
                }
                yield told;
            }
        };
    }

    private static Outcome told(AddedNetwork network, ContainerCommand command, Deadline deadline) {
        return deadline.left().isZero()
                ? new Outcome.Failed(Failure.tryAgain(
                        command.pod(), "the caller does not wait any more; its network was taken back"))
                : Outcome.of(network);
    }

    /** {@return whether the network of a configuration could take a container} */
    Outcome status(String config, NetConf conf, Deadline deadline) {
        var noPod = new PodRequest(
                new PodIdentity("", "", ""), PodAnnotations.NONE, new Sandbox("", "", ""), RuntimeConfig.NONE);
        return DelegatePlan.hotPlugged(config, NetworkWishes.NONE, noPod)
                .map(delegate ->
                        Outcome.of(node.run(conf.binDir()).status(delegate, Settings.ofNetwork(conf), deadline)))
                .orElse(reason -> new Outcome.Failed(CniError.of(reason)));
    }

    private static NetworkWishes wishes(InterfaceAttributes attributes) {
        return new NetworkWishes(
                Optional.empty(),
                attributes.mac(),
                Optional.empty(),
                attributes.ips(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                attributes.cniArgs().map(HotPlug::members).orElse(Map.of()),
                new DefaultRouteRequest.Unasked());
    }

    private static Map<String, String> members(String object) {
        var members = new LinkedHashMap<String, String>();
        if (JsonText.read(object, CniNetwork.LIMITS) instanceof Result.Ok<JsonText>(var json)
                && json.root() instanceof JsonValue.Members root) {
            root.members().forEach(member -> members.put(member.name(), json.written(member.value())));
        }
        return members;
    }
}
