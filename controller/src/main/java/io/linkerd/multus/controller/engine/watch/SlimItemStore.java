// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.function.Consumer;

/** Keeps of each object only what is looked at: ten thousand namespaces have to fit in little memory. */
final class SlimItemStore<T extends HasMetadata> extends BasicItemStore<T> {
    private final Consumer<T> slim;

    SlimItemStore(Consumer<T> slim) {
        super(Cache::metaNamespaceKeyFunc);
        this.slim = slim;
    }

    @Override
    public T put(String key, T object) {
        slim.accept(object);
        object.getMetadata().setManagedFields(null);
        return super.put(key, object);
    }
}
