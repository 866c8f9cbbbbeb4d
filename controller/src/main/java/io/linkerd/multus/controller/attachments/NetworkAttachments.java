// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.controller.api.ApiException;
import io.linkerd.multus.controller.concerns.Concern;
import io.linkerd.multus.controller.concerns.Surroundings;
import io.linkerd.multus.controller.work.Outcome;
import io.linkerd.multus.controller.work.ReconcileLoop;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Keeps a network attachment in each namespace that asks for one, and in the control plane's. */
public final class NetworkAttachments implements Concern {
    /** Enough for a change to reach a thousand namespaces in a second or two, few enough for a small API server. */
    private static final int NAMESPACES_AT_ONCE = 16;

    static final String KIND = "network-attachment";
    private static final String CONFIG_MAP = "configmap";

    private final Surroundings given;
    private final AttachmentWorld world;
    private final ReconcileLoop<String> namespaceLoop;
    private final ReconcileLoop<String> configMapLoop;

    /** Starts to watch. */
    public NetworkAttachments(Surroundings given) {
        this.given = given;
        this.world = new AttachmentWorld(
                given.settings().controlPlaneNamespace(),
                given.namespaces(),
                new CniSources(given.client(), given.settings().cni(), this::lookAtAll),
                new Attachments(given.client(), this::namespaceChanged),
                new PodLooks(given.client(), this::namespaceChanged, System::nanoTime),
                new Standings());
        this.namespaceLoop =
                new ReconcileLoop<>(KIND, NAMESPACES_AT_ONCE, new AttachmentReconciler(world, given), given.meters());
        this.configMapLoop = new ReconcileLoop<>(CONFIG_MAP, 1, _ -> tellOfConfigMap(), given.meters());
        measure(given.meters());
    }

    @Override
    public Optional<String> missing() {
        return Stream.of(world.sources().missing(), world.attachments().missing())
                .flatMap(Optional::stream)
                .reduce((first, second) -> first + "; " + second);
    }

    @Override
    public void begin() {
        configMapLoop.start(() -> List.of(CONFIG_MAP));
        namespaceLoop.start(() -> world.concerned().toList());
    }

    @Override
    public void end() {
        namespaceLoop.stop();
        configMapLoop.stop();
        world.pods().close();
        world.standings().clear();
    }

    @Override
    public void lookAtAll() {
        configMapLoop.add(CONFIG_MAP);
        world.concerned().forEach(namespaceLoop::add);
    }

    @Override
    public void namespaceChanged(String name) {
        namespaceLoop.add(name);
    }

    @Override
    public void close() {
        end();
        world.attachments().close();
        world.sources().close();
    }

    private Outcome tellOfConfigMap() {
        try {
            given.notices().hold("configmap", world.sources().current().notices());
            return new Outcome.Settled();
        } catch (ApiException e) {
            return e.outcome();
        }
    }

    private void measure(MeterRegistry meters) {
        for (var standing : Standing.values()) {
            if (standing != Standing.OUT) {
                meters.gauge(
                        "linkerd_multus_controller_namespaces",
                        List.of(Tag.of("standing", standing.label())),
                        world.standings(),
                        standings -> standings.count(standing));
            }
        }
        for (var state : List.of("ready", "missing", "invalid")) {
            meters.gauge(
                    "linkerd_multus_controller_cni_config",
                    List.of(Tag.of("state", state)),
                    world.sources(),
                    sources -> sources.current().state().equals(state) ? 1 : 0);
        }
    }
}
