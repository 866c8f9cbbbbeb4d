// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfig;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The informer on all {@code LinkerdConfig}s, which runs while the cluster serves the kind. */
final class LinkerdConfigs implements AutoCloseable {
    private static final String PATH =
            "/apis/" + LinkerdConfig.GROUP + "/" + LinkerdConfig.VERSION + "/" + LinkerdConfig.PLURAL;

    private final ControllerContext context;
    private final Runnable onChange;
    private final AtomicReference<Optional<Watched<LinkerdConfigResource>>> watched =
            new AtomicReference<>(Optional.empty());

    /** Prepares; {@code onChange} is called after one was added, changed or deleted. */
    LinkerdConfigs(ControllerContext context, Runnable onChange) {
        this.context = context;
        this.onChange = onChange;
        context.refused().leave(PATH, "");
    }

    /**
     * {@return whether the cluster serves the kind} The informer starts when it does for the first time. While there are objects, it does. Called
     * by one thread at a time.
     *
     * @throws ApiException where discovery fails
     */
    boolean isServed() {
        if (watched.get().filter(Watched::isComplete).isPresent() && !all().isEmpty()) {
            return true;
        }
        boolean served = ApiException.call("get API discovery", () -> LinkerdConfigResource.isServed(context.client()));
        if (served && watched.get().isEmpty()) {
            start();
        } else if (!served) {
            close();
        }
        return served;
    }

    private void start() {
        var made = new Watched<>(
                LinkerdConfigResource.RESOURCE.inRbac(),
                LinkerdConfigResource.RESOURCE.in(context.client(), "").runnableInformer(0),
                _ -> {},
                (LinkerdConfigResource _) -> onChange.run());
        watched.set(Optional.of(made));
        made.start();
    }

    boolean isComplete() {
        return watched.get().map(Watched::isComplete).orElse(true);
    }

    /** {@return why the informer is not synced} */
    List<String> whyNotReady() {
        return watched.get()
                .filter(configs -> !configs.isComplete())
                .map(Watched::whyNotReady)
                .orElse(List.of());
    }

    /** {@return all of them, as last observed, but for those that are terminating} */
    List<LinkerdConfigResource> all() {
        return watched.get().stream()
                .flatMap(Watched::all)
                .filter(config -> config.getMetadata().getDeletionTimestamp() == null)
                .toList();
    }

    /** {@return the active one} */
    Optional<ObservedLinkerdConfig> active() {
        return ObservedLinkerdConfig.active(
                all().stream().map(LinkerdConfigResource::seen).toList());
    }

    @Override
    public void close() {
        watched.getAndSet(Optional.empty()).ifPresent(Watched::close);
    }
}
