// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.controller.engine.watch.Watched;
import java.util.List;
import java.util.Optional;

/** Follows the ClusterRole that owns what the controller writes: a release that was installed anew has a new one. */
public final class ReleaseOwner implements AutoCloseable {
    private final Optional<String> name;
    private final Optional<Watched<ClusterRole>> watched;

    /**
     * Prepares; nobody is known before {@link #start}.
     *
     * @param name of the ClusterRole; absent where nobody shall own what we write
     * @param onChange called after the owner may have changed
     */
    public ReleaseOwner(KubernetesClient client, Optional<String> name, Runnable onChange) {
        this.name = name;
        this.watched = name.map(owner -> new Watched<>(
                "clusterroles named " + owner,
                client.rbac().clusterRoles().withName(owner).runnableInformer(0),
                role -> role.setRules(null),
                _ -> onChange.run()));
    }

    /** Starts to follow it. */
    public void start() {
        watched.ifPresent(Watched::start);
    }

    /** {@return who it is now} */
    public Owner current() {
        return name.<Owner>map(owner -> watched.flatMap(roles -> roles.get(owner))
                        .map(ClusterRole::getMetadata)
                        .filter(metadata -> metadata.getDeletionTimestamp() == null)
                        .<Owner>map(metadata -> new Owner.Release(metadata.getName(), metadata.getUid()))
                        .orElseGet(() -> new Owner.Missing(owner)))
                .orElseGet(Owner.None::new);
    }

    /** {@return whether everything has been seen once} */
    public boolean isComplete() {
        return watched.map(Watched::isComplete).orElse(true);
    }

    /** {@return what is still missing, for a person} */
    public List<String> whyNotReady() {
        return watched.map(Watched::whyNotReady).orElse(List.of());
    }

    @Override
    public void close() {
        watched.ifPresent(Watched::close);
    }
}
