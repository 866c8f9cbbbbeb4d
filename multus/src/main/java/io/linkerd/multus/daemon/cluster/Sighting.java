// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.SharedValues;
import io.linkerd.multus.service.kube.SyncObserver;
import java.util.Optional;

/**
 * An object as a list or a watch tells it.
 *
 * @param version of the object
 * @param value what is kept of it; empty where it is too large to be kept, and has to be asked for
 */
record Sighting<V>(ObjectName name, String version, Optional<V> value) {

    /** {@return a cache by {@link ObjectName#key} of what there is room for; the others have no value, and have to be asked for} */
    static <V> ObjectCache<Sighting<V>, Sighting<V>> cache(SharedValues<V> values, SyncObserver sync) {
        return new ObjectCache<>(
                seen -> new ObjectCache.Entry<>(seen.name().key(), seen.version(), seen.within(values)),
                new ObjectCache.Listener<>() {
                    @Override
                    public void changed(Sighting<V> seen) {
                        // Who waits for one is woken by the cache.
                    }

                    @Override
                    public boolean keeps(Sighting<V> seen) {
                        return seen.value().isPresent();
                    }

                    @Override
                    public void dropped(Sighting<V> seen) {
                        seen.value()
                                .ifPresent(value -> values.release(seen.name().namespace(), value));
                    }
                },
                sync);
    }

    private Sighting<V> within(SharedValues<V> values) {
        return new Sighting<>(name, version, value.flatMap(one -> values.take(name.namespace(), one)));
    }
}
