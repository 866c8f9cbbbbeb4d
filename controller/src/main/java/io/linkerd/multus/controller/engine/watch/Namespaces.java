// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** All namespaces, as the API server last told of them. */
public final class Namespaces implements AutoCloseable {
    /** A page of namespaces is about a megabyte on its way. */
    private static final long PAGE = 1000;

    private final Watched<Namespace> watched;

    /** Prepares; {@code onChange} is told the name of each namespace that came, changed or went. */
    public Namespaces(KubernetesClient client, Consumer<String> onChange) {
        this.watched = new Watched<>(
                "namespaces",
                client.namespaces().withLimit(PAGE).runnableInformer(0),
                NamespaceFacts::slim,
                namespace -> onChange.accept(namespace.getMetadata().getName()));
    }

    /** Starts to watch. */
    public void start() {
        watched.start();
    }

    /** {@return the namespace of that name} */
    public Optional<NamespaceFacts> get(String name) {
        return watched.get(name).map(NamespaceFacts::of);
    }

    /** {@return all of them, in no order} */
    public Stream<NamespaceFacts> all() {
        return watched.all().map(NamespaceFacts::of);
    }

    /** {@return whether everything has been seen once} */
    public boolean isComplete() {
        return watched.isComplete();
    }

    /** {@return what is still missing, for a person} */
    public List<String> whyNotReady() {
        return watched.whyNotReady();
    }

    @Override
    public void close() {
        watched.close();
    }
}
