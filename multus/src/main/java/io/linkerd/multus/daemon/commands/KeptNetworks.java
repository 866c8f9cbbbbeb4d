// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.daemon.caches.AttachmentKey;
import io.linkerd.multus.daemon.caches.CacheReading;
import io.linkerd.multus.daemon.caches.CachedAttachment;
import io.linkerd.multus.daemon.caches.CachedNetwork;
import io.linkerd.multus.daemon.caches.CachedNetwork.Kept;
import io.linkerd.multus.daemon.caches.CachedNetwork.Request;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.DelegateConfig;
import io.linkerd.multus.daemon.networks.DelegateRequest;
import io.linkerd.multus.daemon.networks.Device;
import io.linkerd.multus.daemon.networks.NetworkWishes;
import io.linkerd.multus.daemon.networks.PodAnnotations;
import io.linkerd.multus.daemon.networks.PodRequest;
import io.linkerd.multus.daemon.networks.RuntimeConfig;
import io.linkerd.multus.daemon.networks.Sandbox;
import io.linkerd.multus.daemon.routes.DefaultRoutePlan;
import io.linkerd.multus.daemon.routes.DefaultRouteRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Turns networks into what is kept of them on the node, and back. */
final class KeptNetworks {
    private static final String GUID = "infinibandGUID";

    private final ContainerCommand command;

    KeptNetworks(ContainerCommand command) {
        this.command = command;
    }

    /** {@return the key under which the result of a network is kept} */
    static AttachmentKey key(Delegate delegate, Sandbox sandbox) {
        return new AttachmentKey(delegate.config().name(), sandbox.containerId(), delegate.interfaceName());
    }

    /** {@return what is kept of these before the first one is added} */
    List<Kept> of(List<Delegate> delegates) {
        return IntStream.range(0, delegates.size())
                .mapToObj(place -> of(place, delegates.get(place)))
                .toList();
    }

    private Kept of(int place, Delegate delegate) {
        var usual = place == 0 ? command.sandbox().interfaceName() : "net" + place;
        var gateways = delegate.defaultRoute().gateways();
        var device = delegate.device();
        return new Kept(
                delegate.name(),
                delegate.config().text(),
                new Request(
                        delegate.interfaceName().equals(usual) ? "" : delegate.interfaceName(),
                        delegate.mac().orElse(""),
                        guid(delegate.runtimeConfig()),
                        delegate.ips(),
                        gateways.isEmpty()
                                ? new DefaultRouteRequest.Unasked()
                                : new DefaultRouteRequest.Asked(gateways),
                        new CachedNetwork.Device(
                                device.map(Device::id).orElse(""),
                                device.flatMap(Device::resourceName).orElse(""))));
    }

    /** {@return the networks of a list that was kept} An entry that says none is passed over, and keeps its place. */
    List<Delegate> delegates(List<CachedNetwork> networks) {
        return IntStream.range(0, networks.size())
                .boxed()
                .flatMap(place ->
                        networks.get(place) instanceof Kept kept ? Stream.of(delegate(place, kept)) : Stream.empty())
                .toList();
    }

    private Delegate delegate(int place, Kept kept) {
        var delegate = Delegate.at(
                place,
                new DelegateRequest(config(kept.configuration()), kept.name(), wishes(kept.request()), device(kept)),
                pod(),
                DefaultRoutePlan.AS_MADE);
        return command.caches().attachment(key(delegate, command.sandbox()))
                        instanceof CacheReading.Found<CachedAttachment>(var attachment)
                ? delegate.with(told(attachment))
                : delegate;
    }

    /** {@return those networks of the container whose results are kept, though they are none of these} */
    List<Delegate> others(List<Delegate> delegates) {
        Predicate<AttachmentKey> isOther = key -> delegates.stream()
                .noneMatch(delegate -> key(delegate, command.sandbox()).equals(key));
        var others = new ArrayList<Delegate>();
        for (var key : command.caches().attachmentsOf(command.containerId())) {
            if (isOther.test(key)
                    && command.caches().attachment(key) instanceof CacheReading.Found<CachedAttachment>(var attachment)
                    && !attachment.configuration().isEmpty()) {
                others.add(delegate(attachment));
            }
        }
        return others;
    }

    private Delegate delegate(CachedAttachment attachment) {
        var name = attachment.key().interfaceName();
        return new Delegate(
                config(attachment.configuration()),
                attachment.key().network(),
                name,
                name.equals(command.sandbox().interfaceName()),
                told(attachment),
                Optional.empty(),
                List.of(),
                DefaultRoutePlan.AS_MADE,
                Optional.empty());
    }

    /** What cannot be read is still a network: that it cannot be taken away is said then. */
    private DelegateConfig config(String text) {
        return DelegateConfig.read(text)
                .orElse(_ -> new DelegateConfig(text, "", ""))
                .orOfVersion(command.conf().cniVersion());
    }

    private PodRequest pod() {
        return command.asking(PodAnnotations.NONE);
    }

    private static RuntimeConfig told(CachedAttachment attachment) {
        return attachment.capabilityArguments().isEmpty()
                ? RuntimeConfig.NONE
                : RuntimeConfig.read(attachment.capabilityArguments()).orElse(_ -> RuntimeConfig.NONE);
    }

    private static NetworkWishes wishes(Request request) {
        return new NetworkWishes(
                said(request.interfaceName()),
                said(request.mac()),
                said(request.infinibandGuid()),
                request.ips(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                request.defaultRoute());
    }

    private static Optional<Device> device(Kept kept) {
        var device = kept.request().device();
        return said(device.id()).map(id -> new Device(id, said(device.resource())));
    }

    private static Optional<String> said(String text) {
        return Optional.of(text).filter(value -> !value.isEmpty());
    }

    private static String guid(RuntimeConfig told) {
        return Optional.ofNullable(told.values().get(GUID))
                .flatMap(json -> JsonText.read(json, CniNetwork.LIMITS)
                        .map(text -> text.root().text())
                        .orElse(_ -> Optional.empty()))
                .orElse("");
    }
}
