// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
                Namespaces::slim,
                namespace -> onChange.accept(namespace.getMetadata().getName()));
    }

    /** Starts to watch. */
    public void start() {
        watched.start();
    }

    /** {@return the namespace of that name} */
    public Optional<NamespaceFacts> get(String name) {
        return watched.get(name).map(Namespaces::facts);
    }

    /** {@return what that namespace says to Linkerd's injector and to rollouts; nothing where it is not known} */
    public NamespaceWords words(String name) {
        return watched.get(name).map(NamespaceWords::of).orElse(NamespaceWords.NONE);
    }

    /** {@return all of them, in no order} */
    public Stream<NamespaceFacts> all() {
        return watched.all().map(Namespaces::facts);
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

    /** {@return what matters of the namespace} It may have been slimmed. */
    static NamespaceFacts facts(Namespace namespace) {
        var metadata = namespace.getMetadata();
        return new NamespaceFacts(
                metadata.getName(),
                metadata.getUid(),
                metadata.getDeletionTimestamp() != null,
                NamespaceMarks.of(orNone(metadata.getAnnotations()), orNone(metadata.getLabels())));
    }

    /** Drops what no fact is made of. */
    static void slim(Namespace namespace) {
        var metadata = namespace.getMetadata();
        namespace.setSpec(null);
        namespace.setStatus(null);
        metadata.setLabels(marks(metadata.getLabels()));
        metadata.setAnnotations(marks(metadata.getAnnotations()));
    }

    private static @Nullable Map<String, String> marks(@Nullable Map<String, String> all) {
        var kept = new HashMap<>(orNone(all));
        kept.keySet().removeIf(name -> !NamespaceMarks.NAMES.contains(name) && !NamespaceWords.isOne(name));
        return kept.isEmpty() ? null : kept;
    }

    private static Map<String, String> orNone(@Nullable Map<String, String> all) {
        return all == null ? Map.of() : all;
    }
}
