// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.watch.Watched;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The one {@code LinkerdMultus} of the cluster, as it was last seen. */
final class LinkerdMultuses implements AutoCloseable {
    static final String NAME = "cluster";

    /** Keeps the object there until what it asked for has been taken away in order. */
    static final String FINALIZER = "multus.linkerd.io/cleanup";

    static final ApiResource<LinkerdMultusResource> RESOURCE = new ApiResource<>(
            "linkerdmultuses.multus.linkerd.io", client -> client.resources(LinkerdMultusResource.class));

    private final Watched<LinkerdMultusResource> watched;

    /** Prepares; {@code onChange} is called after it came, changed or went. */
    LinkerdMultuses(KubernetesClient client, Runnable onChange) {
        this.watched = new Watched<>(
                RESOURCE.inRbac() + " named " + NAME,
                RESOURCE.at(client, "", NAME).runnableInformer(0),
                _ -> {},
                _ -> onChange.run());
    }

    void start() {
        watched.start();
    }

    boolean isComplete() {
        return watched.isComplete();
    }

    List<String> whyNotReady() {
        return watched.whyNotReady();
    }

    Optional<LinkerdMultusResource> current() {
        return watched.get(NAME);
    }

    static boolean isHeld(LinkerdMultusResource multus) {
        return multus.getMetadata().getFinalizers().contains(FINALIZER);
    }

    static boolean isLeaving(LinkerdMultusResource multus) {
        return multus.getMetadata().getDeletionTimestamp() != null;
    }

    /** {@return whether what it made is being made nobody's, so that it stays} */
    static boolean isOrphaning(LinkerdMultusResource multus) {
        return multus.getMetadata().getFinalizers().contains("orphan");
    }

    Stream<String> keys() {
        return Stream.of(NAME);
    }

    @Override
    public void close() {
        watched.close();
    }
}
