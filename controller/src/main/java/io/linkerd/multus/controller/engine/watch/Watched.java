// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.service.api.ApiFailure;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The objects of one kind as the API server last told of them. It never gives up: a list or watch that fails is tried again, at
 * most seven seconds apart, and what was seen stays until then.
 */
public final class Watched<T extends HasMetadata> implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Watched.class);

    private final String what;
    private final SharedIndexInformer<T> informer;
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());

    /**
     * Starts to watch.
     *
     * @param what the objects, for a person: "namespaces"
     * @param informer made, not started, without resync
     * @param slim drops from each object what is never looked at
     * @param onChange called for each object that came, changed or went; it must be quick and not throw
     */
    public static <T extends HasMetadata> Watched<T> start(
            String what, SharedIndexInformer<T> informer, Consumer<T> slim, Consumer<T> onChange) {
        return start(what, informer, slim, onChange, _ -> {});
    }

    /**
     * Starts to watch.
     *
     * @param onList told the version of each list, after {@code onChange} was called for all that differs in it
     * @see #start(String, SharedIndexInformer, Consumer, Consumer)
     */
    public static <T extends HasMetadata> Watched<T> start(
            String what,
            SharedIndexInformer<T> informer,
            Consumer<T> slim,
            Consumer<T> onChange,
            Consumer<String> onList) {
        var watched = new Watched<>(what, informer);
        informer.removeNamespaceIndex()
                .itemStore(new SlimItemStore<>(slim))
                .exceptionHandler((_, failure) -> watched.noteFailure(failure))
                .addEventHandler(watched.new Changes(onChange, onList));
        informer.start();
        return watched;
    }

    private Watched(String what, SharedIndexInformer<T> informer) {
        this.what = what;
        this.informer = informer;
    }

    /** {@return whether everything there is has been seen once} */
    public boolean isComplete() {
        return informer.hasSynced();
    }

    /** {@return what is still missing, for a person; nothing once everything has been seen} */
    public List<String> whyNotReady() {
        return isComplete()
                ? List.of()
                : List.of("waiting for the list of " + what
                        + problem.get().map(text -> ": " + text).orElse(""));
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

    private boolean noteFailure(Throwable exception) {
        var failure = ApiException.failureOf(exception);
        var text = Optional.of(
                switch (failure) {
                    case ApiFailure.Forbidden _ ->
                        "permission missing: the controller's ClusterRole must allow list and watch of " + what;
                    case ApiFailure.NotFound _ -> "the API server does not know this kind (is its CRD installed?)";
                    case ApiFailure.Conflict _,
                            ApiFailure.Unauthorized _,
                            ApiFailure.NamespaceTerminating _,
                            ApiFailure.Refused _,
                            ApiFailure.Unreachable _ -> failure.inWords();
                });
        if (!problem.getAndSet(text).equals(text)) {
            log.atLevel(failure instanceof ApiFailure.Forbidden ? Level.ERROR : Level.WARN)
                    .addKeyValue("what", what)
                    .addKeyValue("reason", text.get())
                    .log("cannot list or watch; trying again, what was seen before stays");
        }
        return true;
    }

    private final class Changes implements ResourceEventHandler<T> {
        private final Consumer<T> onChange;
        private final Consumer<String> onList;

        Changes(Consumer<T> onChange, Consumer<String> onList) {
            this.onChange = onChange;
            this.onList = onList;
        }

        @Override
        public void onList(String resourceVersion, boolean remainedEmpty) {
            problem.getAndSet(Optional.empty())
                    .ifPresent(text -> log.atInfo()
                            .addKeyValue("what", what)
                            .addKeyValue("problem", text)
                            .log("listing and watching again"));
            onList.accept(resourceVersion);
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
