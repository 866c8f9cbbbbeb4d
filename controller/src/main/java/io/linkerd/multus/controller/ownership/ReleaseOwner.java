// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.ownership;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.controller.api.Watched;
import java.util.Optional;

/** Follows the ClusterRole that owns what the controller writes: a release that was installed anew has a new one. */
public final class ReleaseOwner implements AutoCloseable {
    private final Optional<String> name;
    private final Optional<Watched<io.fabric8.kubernetes.api.model.rbac.ClusterRole>> watched;

    private ReleaseOwner(
            Optional<String> name, Optional<Watched<io.fabric8.kubernetes.api.model.rbac.ClusterRole>> watched) {
        this.name = name;
        this.watched = watched;
    }

    /**
     * Starts to follow it.
     *
     * @param name of the ClusterRole; absent where nobody shall own what we write
     * @param onChange called after the owner may have changed
     */
    public static ReleaseOwner follow(KubernetesClient client, Optional<String> name, Runnable onChange) {
        return new ReleaseOwner(
                name,
                name.map(owner -> Watched.start(
                        "clusterroles named " + owner,
                        client.rbac().clusterRoles().withName(owner).runnableInformer(0),
                        role -> role.setRules(null),
                        _ -> onChange.run())));
    }

    /** Who it is now. */
    public Owner current() {
        if (name.isEmpty() || watched.isEmpty()) {
            return new Owner.Nobody();
        }
        return watched.get()
                .get(name.get())
                .map(role -> role.getMetadata())
                .filter(metadata -> metadata.getDeletionTimestamp() == null)
                .<Owner>map(metadata -> new Owner.ClusterRole(metadata.getName(), metadata.getUid()))
                .orElseGet(() -> new Owner.Missing(name.get()));
    }

    /** What is still missing, for a person. */
    public Optional<String> missing() {
        return watched.flatMap(Watched::missing);
    }

    @Override
    public void close() {
        watched.ifPresent(Watched::close);
    }
}
