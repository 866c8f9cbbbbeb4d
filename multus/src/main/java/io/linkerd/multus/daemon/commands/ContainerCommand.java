// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.caches.CachedAttachment;
import io.linkerd.multus.daemon.caches.NetworkCaches;
import io.linkerd.multus.daemon.config.NetConf;
import io.linkerd.multus.daemon.delegates.CallContext;
import io.linkerd.multus.daemon.delegates.DelegateArguments;
import io.linkerd.multus.daemon.networks.NetworkSettings;
import io.linkerd.multus.daemon.networks.PodAnnotations;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.networks.PodRequest;
import io.linkerd.multus.daemon.networks.RuntimeConfig;
import io.linkerd.multus.daemon.networks.Sandbox;
import io.linkerd.multus.daemon.requests.CniArgs;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.daemon.requests.CniRequest.OfContainer;
import java.util.List;
import java.util.Optional;

/**
 * What holds for a command about one container.
 *
 * @param pod as the container runtime names it; its UID may be empty
 */
record ContainerCommand(
        Sandbox sandbox,
        CniArgs args,
        PodIdentity pod,
        NetConf conf,
        NetworkCaches caches,
        ConfigurationRoom.Share share) {

    static ContainerCommand of(OfContainer request, NetConf conf, NetworkCaches caches, ConfigurationRoom.Share share) {
        var sandbox = new Sandbox(
                request.containerId().value(),
                request.networkNamespace(),
                request.interfaceName().value());
        return new ContainerCommand(sandbox, request.args(), pod(request.args()), conf, caches, share);
    }

    /** {@return a command about a container of which nothing is known but an attachment, that of its first network if there are several} */
    static ContainerCommand of(
            CachedAttachment attachment, NetConf conf, NetworkCaches caches, ConfigurationRoom.Share share) {
        var key = attachment.key();
        var sandbox = new Sandbox(key.containerId(), attachment.networkNamespace(), key.interfaceName());
        var args = new CniArgs(
                "",
                value(attachment, "K8S_POD_NAMESPACE").orElse(""),
                value(attachment, "K8S_POD_NAME").orElse(""),
                value(attachment, "K8S_POD_UID"),
                value(attachment, "K8S_POD_INFRA_CONTAINER_ID").orElse(""),
                List.of());
        return new ContainerCommand(sandbox, args, pod(args), conf, caches, share);
    }

    /** {@return the same about a pod whose UID the container runtime may not have said} */
    ContainerCommand about(Pod found) {
        return pod.uid().isEmpty() ? new ContainerCommand(sandbox, args, found.identity(), conf, caches, share) : this;
    }

    String containerId() {
        return sandbox.containerId();
    }

    /** {@return why what is kept of the container's networks is not read now} It is in Base64, which makes four bytes of three. */
    Optional<CniError> keptTooLong() {
        return share.holds(caches.listLength(containerId()) / 4 * 3)
                ? Optional.empty()
                : Optional.of(Failure.noRoom(pod));
    }

    PodRequest asking(PodAnnotations annotations) {
        return new PodRequest(pod, annotations, sandbox, new RuntimeConfig(conf.runtimeConfig()));
    }

    NetworkSettings settings() {
        return Settings.of(conf);
    }

    CallContext context() {
        return new CallContext(sandbox, new DelegateArguments(pod, args), Settings.environment(conf));
    }

    private static PodIdentity pod(CniArgs args) {
        return new PodIdentity(
                args.podNamespace(), args.podName(), args.podUid().orElse(""));
    }

    private static Optional<String> value(CachedAttachment attachment, String key) {
        return attachment.arguments().stream()
                .filter(argument -> argument.key().equals(key))
                .map(argument -> argument.value())
                .reduce((_, later) -> later);
    }
}
