// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

import io.linkerd.multus.cli.facts.ContainerView;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.names.SandboxedRuntime;
import java.util.Optional;
import java.util.stream.Collectors;

/** The links between the API server and a pod that runs: node, network, rules and containers. */
final class Starting {
    private static final String NO_SANDBOX = "FailedCreatePodSandBox";

    private Starting() {}

    static Answer scheduled(PodCase seen) {
        var made = seen.pod().place();
        return made.flatMap(PodView.Made::node)
                .map(node -> Answer.right(node))
                .or(() -> made.flatMap(PodView.Made::unscheduled)
                        .map(why -> Answer.wrong(
                                "the scheduler finds no node for it: " + why,
                                "make room, or change what it asks for; the proxy asks for its share, too")))
                .orElseGet(() -> Answer.waiting("the scheduler has not looked at it yet"));
    }

    /** A pod that has its network already found the plugin, or will be told by its validator. */
    static Answer nodeHasPlugin(PodCase seen) {
        if (seen.release().part("installer").isEmpty()) {
            return Answer.unknown("no installer of linkerd-multus is to be seen: something else installs the plugin,"
                    + " or this user may not see it");
        }
        return switch (seen.node()) {
            case Sight.Seen<NodeView>(var node) when node.hasPlugin() -> Answer.right("by " + pod(node));
            case Sight.Seen<NodeView>(var node)
            when seen.pod().hasNetwork() ->
                Answer.warning(without(node), "a pod that is made there now may find none; " + look(node, seen));
            case Sight.Seen<NodeView>(var node) -> Answer.wrong(without(node), look(node, seen));
            case Sight.Absent<NodeView> _ -> Answer.unknown("its node is gone");
            case Sight.Denied<NodeView> _, Sight.Failed<NodeView> _ ->
                Answer.unknown(seen.node().whyNot().orElse(""));
        };
    }

    private static String pod(NodeView node) {
        return node.installer().map(NodeView.Installer::pod).orElse("");
    }

    private static String without(NodeView node) {
        return node.installer()
                .map(installer -> "the installer of node " + node.name() + " is not ready: " + installer.why())
                .orElseGet(() -> "node " + node.name() + " has no installer's pod"
                        + node.leftOut().map(why -> ": " + why).orElse(""));
    }

    private static String look(NodeView node, PodCase seen) {
        var namespace = seen.release().namespace().orElse("linkerd-multus");
        return node.installer()
                .map(installer -> "kubectl logs -n " + namespace + " " + installer.pod() + " says what is missing")
                .or(() ->
                        node.leftOut().map(_ -> "keep meshed pods away from such nodes by a nodeSelector of their own"))
                .orElseGet(() -> "see why its DaemonSet has no pod there: kubectl describe daemonset -n " + namespace
                        + "; installer.tolerations and nodeSelector decide where it runs");
    }

    static Answer sandboxMade(PodCase seen) {
        if (seen.pod().hasNetwork()) {
            return Answer.right("it has an address");
        }
        return seen.told(NO_SANDBOX)
                .findFirst()
                .map(event -> SandboxFailures.of(event.message()))
                .orElseGet(() -> seen.events()
                        .whyNot()
                        .map(Answer::unknown)
                        .orElseGet(() -> Answer.waiting("the kubelet has told of no address yet, and of no failure")));
    }

    /** Multus has no entry for a plugin that makes no interface, since 4.1, and neither has our daemon: none says nothing. */
    static Answer pluginRan(PodCase seen) {
        if (!seen.release().scope().attaches()) {
            return Answer.unknown("the container runtime tells nothing of a plugin that is chained");
        }
        return seen.pod()
                .annotation(Multus.NETWORK_STATUS)
                .filter(status -> status.contains("/" + Multus.ATTACHMENT + "\""))
                .map(_ -> Answer.right("annotation " + Multus.NETWORK_STATUS + " names it"))
                .orElseGet(() -> Answer.unknown(
                        "Multus lists no plugin that makes no interface; the next line says whether it ran"));
    }

    static Answer redirected(PodCase seen) {
        var validator = seen.pod().container(Linkerd.NETWORK_VALIDATOR);
        if (validator.isEmpty()) {
            return Answer.unknown("it has no " + Linkerd.NETWORK_VALIDATOR + " that would look");
        }
        var exit = validator.get().exit();
        if (validator.get().ready() || validator.get().hasEndedWell()) {
            return Answer.right(Linkerd.NETWORK_VALIDATOR + " found it so");
        }
        if (exit.isEmpty() || exit.getAsInt() == 0) {
            return seen.waits(Linkerd.NETWORK_VALIDATOR)
                    .map(why -> Answer.wrong(Linkerd.NETWORK_VALIDATOR + " does not start: " + why, "see its image"))
                    .orElseGet(() -> Answer.waiting(Linkerd.NETWORK_VALIDATOR + " is looking"));
        }
        return exit.getAsInt() == Linkerd.NOT_REDIRECTED
                ? notRedirected(seen.pod())
                : Answer.wrong(
                        Linkerd.NETWORK_VALIDATOR + " ended with " + exit.getAsInt(),
                        "kubectl logs " + seen.pod().name() + " -n "
                                + seen.pod().namespace() + " -c " + Linkerd.NETWORK_VALIDATOR);
    }

    private static Answer notRedirected(PodView pod) {
        var seen = Linkerd.NETWORK_VALIDATOR + " ended with " + Linkerd.NOT_REDIRECTED
                + ": nothing redirects its traffic to its proxy";
        return SandboxedRuntime.isNamedBy(pod.runtimeClass())
                ? Answer.wrong(
                        seen + "; its runtime class " + pod.runtimeClass()
                                + " is a sandbox, whose traffic the rules do not reach",
                        "take another runtime class, or keep it out of the mesh with linkerd.io/inject=disabled")
                : Answer.wrong(
                        seen,
                        "make it anew (linkerd-multus' controller evicts it): it was made before its node had the plugin. If"
                                + " successors end alike, look for what lasts: the iptables mode of Linkerd's values beside the"
                                + " node's, or a NetworkPolicy that drops the validator's port");
    }

    /** Init containers of the application end before a proxy starts that is no sidecar. */
    static Answer proxyReady(PodCase seen) {
        return InitContainers.before(seen)
                .or(() -> seen.pod().container(Linkerd.PROXY).map(container -> proxy(seen, container)))
                .orElseGet(() -> Answer.unknown("it has none"));
    }

    /** One that runs and is not ready waits for its identity, which is never given where the control plane is on another network. */
    private static Answer proxy(PodCase seen, ContainerView container) {
        var answer = started(seen, container);
        boolean onItsOwn = seen.namespace()
                .seen()
                .filter(namespace -> namespace.marks().primaryNetwork())
                .isPresent();
        boolean runs = container
                .waits()
                .filter(why -> !why.startsWith("CrashLoopBackOff"))
                .isEmpty();
        return onItsOwn && runs && answer.state() != Answer.State.RIGHT
                ? Answer.wrong(
                        container.name() + " is not ready, and its namespace has a user-defined primary network (label "
                                + OpenShift.PRIMARY_NETWORK + "), from which it does not reach Linkerd's control plane",
                        "mesh it in a namespace without this label, or keep it out of the mesh with " + Linkerd.INJECT
                                + "=" + Linkerd.DISABLED)
                : answer;
    }

    private static Answer started(PodCase seen, ContainerView container) {
        if (container.ready()
                || container.hasEndedWell()
                || seen.pod().place().filter(PodView.Made::hasEnded).isPresent()) {
            return Answer.right(container.name());
        }
        var logs = "kubectl logs " + seen.pod().name() + " -n " + seen.pod().namespace() + " -c " + container.name();
        return container
                .waits()
                .map(why -> Answer.wrong(container.name() + " does not run: " + why, logs))
                .or(() -> Optional.of(container.exit())
                        .filter(exit -> exit.isPresent())
                        .map(exit -> Answer.wrong(
                                container.name() + " ended with " + exit.getAsInt()
                                        + (container.ended() ? "" : ", was started again, and is not ready"),
                                logs)))
                .orElseGet(() -> Answer.waiting(container.name() + " is not ready yet"));
    }

    static Answer ready(PodCase seen) {
        var others = seen.pod().containers().stream()
                .filter(container -> !container.init())
                .filter(container -> !container.name().equals(Linkerd.PROXY))
                .toList();
        return others.stream()
                .map(container -> started(seen, container))
                .filter(answer -> answer.state() != Answer.State.RIGHT)
                .findFirst()
                .orElseGet(() ->
                        Answer.right(others.stream().map(ContainerView::name).collect(Collectors.joining(", "))));
    }
}
