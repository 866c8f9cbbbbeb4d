// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.linkerd.multus.controller.engine.api.ApiException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The objects of one kind as the API server last told of them. It never gives up: a list or watch that fails is tried again, at
 * most seven seconds apart, and what was seen stays until then.
 */
public final class Watched<T extends HasMetadata> implements AutoCloseable {
    private final SyncProblem problem;
    private final SharedIndexInformer<T> informer;

    /**
     * Prepares; nothing is asked before {@link #start}, so that whatever {@code onChange} calls can be put together first.
     *
     * @param what the objects, for a person: "namespaces"
     * @param informer made, not started, without resync
     * @param slim drops from each object what is never looked at
     * @param onChange called for each object that came, changed or went; it must be quick and not throw
     */
    public Watched(String what, SharedIndexInformer<T> informer, Consumer<T> slim, Consumer<T> onChange) {
        this.problem = new SyncProblem(what);
        this.informer = informer;
        informer.removeNamespaceIndex()
                .itemStore(new SlimItemStore<>(slim))
                .exceptionHandler((_, failure) -> noteFailure(failure))
                .addEventHandler(new Changes(onChange));
    }

    /** Starts to watch. */
    public void start() {
        informer.start();
    }

    /** {@return whether everything there is has been seen once} */
    public boolean isComplete() {
        return informer.hasSynced();
    }

    /** {@return what is still missing, for a person; nothing once everything has been seen, as long as it can be seen again} */
    public List<String> whyNotReady() {
        return problem.whyNotReady(isComplete());
    }

    /** {@return the cluster-wide object of that name} */
    public Optional<T> get(String name) {
        return Optional.ofNullable(informer.getStore().getByKey(name));
    }

    /** {@return the object of that namespace and name} */
    public Optional<T> get(String namespace, String name) {
        return get(namespace + "/" + name);
    }

    /** {@return all of them, in no order} */
    public Stream<T> all() {
        return informer.getStore().list().stream();
    }

    @Override
    public void close() {
        informer.close();
    }

    /** {@return which object it is, of which version, and since when it goes, and no more} */
    public static ObjectMeta identity(ObjectMeta before) {
        var metadata = new ObjectMeta();
        metadata.setNamespace(before.getNamespace());
        metadata.setName(before.getName());
        metadata.setUid(before.getUid());
        metadata.setResourceVersion(before.getResourceVersion());
        metadata.setDeletionTimestamp(before.getDeletionTimestamp());
        return metadata;
    }

    private boolean noteFailure(Throwable exception) {
        problem.lost(ApiException.failureOf(exception));
        return true;
    }

    private final class Changes implements ResourceEventHandler<T> {
        private final Consumer<T> onChange;

        Changes(Consumer<T> onChange) {
            this.onChange = onChange;
        }

        @Override
        public void onList(String resourceVersion, boolean remainedEmpty) {
            problem.inStep();
        }

        @Override
        public void onAdd(T object) {
            onChange.accept(object);
        }

        @Override
        public void onUpdate(T before, T after) {
            onChange.accept(after);
        }

        @Override
        public void onDelete(T object, boolean finalStateUnknown) {
            onChange.accept(object);
        }
    }
}
