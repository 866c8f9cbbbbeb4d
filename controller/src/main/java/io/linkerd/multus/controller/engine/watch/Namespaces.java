// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.watch.UnreadObjects.Unread;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.HeadReader;
import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.ObjectHead;
import io.linkerd.multus.service.kube.Selection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** All namespaces, as the API server last told of them, which is asked for their metadata alone. */
public final class Namespaces implements AutoCloseable {
    /** What one says to Linkerd's injector; of one that says more, it is not known. */
    private static final HeadReader.Further WORDS = new HeadReader.Further(NamespaceWords::isOne, 8 << 10);

    static final HeadReader HEADS = new HeadReader(NamespaceMarks.NAMES).with(WORDS);

    private final CachedObjects<Kept> cached;

    /**
     * What is kept of a namespace.
     *
     * @param words empty where it says more than is read
     */
    record Kept(NamespaceFacts facts, Optional<NamespaceWords> words) {
        static Kept of(ObjectHead head) {
            return new Kept(
                    new NamespaceFacts(
                            head.name(),
                            head.uid(),
                            head.leaving(),
                            NamespaceMarks.of(head.annotations(), head.labels())),
                    head.isCut() ? Optional.empty() : Optional.of(NamespaceWords.of(head)));
        }
    }

    /** Prepares; {@code onChange} is told the name of each namespace that came, changed or went. */
    public Namespaces(ClientTransport api, Consumer<String> onChange) {
        this.cached = CachedObjects.of(
                "namespaces",
                api,
                Selection.all(ApiPath.core("namespaces")),
                HEADS,
                head -> new ObjectCache.Entry<>(head.name(), head.version(), Kept.of(head)),
                namespace -> onChange.accept(namespace.facts().name()));
    }

    /** Starts to watch. */
    public void start() {
        cached.start();
    }

    /** {@return the namespace of that name} */
    public Optional<NamespaceFacts> get(String name) {
        return cached.get(name).map(Kept::facts);
    }

    /** {@return what that namespace says to Linkerd's injector and to rollouts; empty where it is not known} */
    public Optional<NamespaceWords> words(String name) {
        return cached.get(name).flatMap(Kept::words);
    }

    /** {@return all of them, in no order} */
    public Stream<NamespaceFacts> all() {
        return cached.all().map(Kept::facts);
    }

    /** {@return those that say more to Linkerd's injector than is read} */
    public Stream<Unread> unread() {
        return cached.all()
                .filter(namespace -> namespace.words().isEmpty())
                .map(namespace -> new Unread(
                        "namespace", namespace.facts().name(), namespace.facts().name()));
    }

    /** {@return whether everything has been seen once} */
    public boolean isComplete() {
        return cached.isComplete();
    }

    /** {@return what is still missing, for a person} */
    public List<String> whyNotReady() {
        return cached.whyNotReady();
    }

    @Override
    public void close() {
        cached.close();
    }
}
