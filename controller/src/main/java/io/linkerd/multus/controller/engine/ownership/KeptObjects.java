// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.api.Contested;
import io.linkerd.multus.controller.engine.api.NotLeading;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.api.Precondition;
import io.linkerd.multus.controller.engine.watch.BoundedObject;
import io.linkerd.multus.controller.engine.watch.CachedObjects;
import io.linkerd.multus.controller.engine.watch.ObjectReader;
import io.linkerd.multus.controller.engine.watch.UnreadObjects.Unread;
import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.Selection;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects of one kind that we keep: what was last seen of them, including what we wrote ourselves a moment ago, and the one
 * way to change them. Every change is made on the condition that the object still is as it was seen.
 */
public final class KeptObjects<T extends HasMetadata, C> implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KeptObjects.class);

    /** Ours has a handful of each. */
    private static final int MOST_LABELS = 32;

    private static final int MOST_OWNERS = 8;

    /** Ours has a thousand characters. */
    private static final int LONGEST_CONTENT = 8 << 10;

    private final KeptKind<T, C> kind;
    private final Instance instance;
    private final ObjectWrites writes;
    private final Consumer<String> onChange;
    private final MeterRegistry meters;
    private final UnseenWrites<T> unseenWrites = new UnseenWrites<>(System::nanoTime);
    private final CachedObjects<BoundedObject<T>> watched;

    /** What each namespace's says since we wrote it: to write the same again is to repair what another writer did. */
    private final ConcurrentMap<String, C> written = new ConcurrentHashMap<>();

    /** Prepares; {@code onChange} is told the namespace of each object that came, changed or went. */
    public KeptObjects(
            ClientTransport api,
            KeptKind<T, C> kind,
            Instance instance,
            ObjectWrites writes,
            MeterRegistry meters,
            Consumer<String> onChange) {
        this.kind = kind;
        this.instance = instance;
        this.writes = writes;
        this.onChange = onChange;
        this.meters = meters;
        this.watched = CachedObjects.of(
                kind.resource().inRbac() + " named " + kind.name(),
                api,
                Selection.where(kind.collection(), "metadata.name", kind.name()),
                new ObjectReader<>(api.client().getKubernetesSerialization(), kind.type(), _ -> false),
                this::entry,
                new ObjectCache.Listener<BoundedObject<T>>() {
                    @Override
                    public void changed(BoundedObject<T> object) {
                        unseenWrites.seen(
                                object.head().namespace(), object.head().version());
                        onChange.accept(object.head().namespace());
                    }

                    @Override
                    public void listed(String version) {
                        unseenWrites.listed(version).forEach(onChange);
                    }
                });
    }

    private ObjectCache.Entry<BoundedObject<T>> entry(BoundedObject<T> object) {
        object.object().ifPresent(kind::slim);
        var kept = object.object().filter(this::isTooLarge).isPresent() ? object.withoutObject() : object;
        return new ObjectCache.Entry<>(kept.head().namespace(), kept.head().version(), kept);
    }

    /** Of what a namespace may add to one of ours, or make under its name: in heap it takes ten times what it says. */
    private boolean isTooLarge(T object) {
        var metadata = object.getMetadata();
        metadata.setFinalizers(null);
        int labels = metadata.getLabels() == null ? 0 : metadata.getLabels().size();
        return labels > MOST_LABELS
                || metadata.getOwnerReferences().size() > MOST_OWNERS
                || kind.contentOf(object).toString().length() > LONGEST_CONTENT;
    }

    /** Starts to watch. */
    public void start() {
        watched.start();
    }

    /** {@return whether everything has been seen once} */
    public boolean isComplete() {
        return watched.isComplete();
    }

    /** {@return what is still missing, for a person; nothing once everything has been seen} */
    public List<String> whyNotReady() {
        return watched.whyNotReady();
    }

    /** {@return what is in the namespace} {@code owner} is the one that it has to have. */
    public Seen<C> in(String namespace, Owner owner) {
        return takenOver(namespace)
                .<Seen<C>>map(theirs -> theirs)
                .or(() -> tooLarge(namespace))
                .orElseGet(() -> OwnedMetadata.seen(object(namespace), kind::contentOf, instance, owner));
    }

    /** What is too large to be read is left as it is, as what another client made. */
    private Optional<Seen<C>> tooLarge(String namespace) {
        return watched.get(namespace)
                .filter(object ->
                        unseenWrites.in(namespace).isEmpty() && object.object().isEmpty())
                .map(object -> new Seen.Foreign<>(object.head().uid(), Optional.empty()));
    }

    /** {@return what is in the namespace, where somebody else made it and it is taken for ours} */
    public Optional<Seen.Own<C>> takenOver(String namespace) {
        return object(namespace)
                .filter(kind::isTakenOver)
                .map(object -> new Seen.Own<>(OwnedMetadata.sight(object), kind.contentOf(object), false));
    }

    private Optional<T> object(String namespace) {
        return unseenWrites.in(namespace).or(() -> watched.get(namespace).flatMap(BoundedObject::object));
    }

    /** {@return the namespaces that have an object of that name, whoever made it} */
    public Stream<String> namespaces() {
        return watched.all().map(object -> object.head().namespace());
    }

    /** {@return those that are too large to be read} */
    public Stream<Unread> unread() {
        return watched.all()
                .filter(object -> object.object().isEmpty())
                .map(object ->
                        new Unread(kind.resource().inRbac(), object.head().namespace(), kind.name()));
    }

    /**
     * Carries the change out, counts it and logs it.
     *
     * @param owner that what is written gets, as it was known when the change was decided
     * @throws NotLeading where we do not lead any more
     * @throws ApiException where the API server did not do it, as when the object is not as it was seen any more
     */
    public void carryOut(Change<C> change, String namespace, Owner owner) {
        switch (change) {
            case Change.Keep<C>(var reason) ->
                log.atDebug()
                        .addKeyValue("kind", kind.label())
                        .addKeyValue("namespace", namespace)
                        .addKeyValue("reason", reason)
                        .log("left as it is");
            case Change.Write<C>(var seen, var content, var reason) -> {
                write(seen, content, namespace, owner);
                note("apply", namespace, reason);
            }
            case Change.Replace<C>(var seen, var content, var reason) -> {
                remove(seen, namespace);
                write(Optional.empty(), content, namespace, owner);
                note("replace", namespace, reason);
            }
            case Change.Remove<C>(var seen, var reason) -> {
                remove(seen, namespace);
                note("delete", namespace, reason);
            }
        }
    }

    /** Passes, or throws {@link Contested} where another writer kept undoing the namespace's a moment ago, and may do so again. */
    public void requirePeace(String namespace) {
        writes.requirePeace(kind.resource(), namespace, kind.name());
    }

    @Override
    public void close() {
        watched.close();
    }

    /** Where there was none, one that another writer has made since then is left alone, also if it says nothing of what ours says. */
    private void write(Optional<Seen.Sight> seen, C content, String namespace, Owner owner) {
        var object = kind.saying(content);
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(kind.name())
                .withLabels(instance.labels())
                .withOwnerReferences(OwnedMetadata.references(owner))
                .build());
        var applied = writes.apply(
                kind.resource(),
                object,
                instance.fieldManager(),
                seen.<Precondition>map(KeptObjects::asSeen).orElseGet(Precondition.Absent::new));
        if (unseenWrites.wrote(applied)) {
            onChange.accept(namespace);
        }
        if (content.equals(written.put(namespace, content))) {
            meters.counter("linkerd_multus_controller_drift", "kind", kind.label())
                    .increment();
        }
    }

    /** Where there was none to remove, though it was seen, a look soon tells which of both was true. */
    private void remove(Seen.Sight seen, String namespace) {
        boolean wasThere = writes.delete(kind.resource(), namespace, kind.name(), asSeen(seen));
        unseenWrites.forget(namespace);
        written.remove(namespace);
        if (!wasThere) {
            throw ApiException.notAsSeen("delete " + kind.resource().inRbac());
        }
    }

    private static Precondition.AsSeen asSeen(Seen.Sight seen) {
        return new Precondition.AsSeen(seen.uid(), seen.version());
    }

    private void note(String verb, String namespace, String reason) {
        meters.counter("linkerd_multus_controller_writes", "kind", kind.label(), "verb", verb)
                .increment();
        log.atInfo()
                .addKeyValue("kind", kind.label())
                .addKeyValue("namespace", namespace)
                .addKeyValue("name", kind.name())
                .addKeyValue("verb", verb)
                .addKeyValue("reason", reason)
                .log("changed an object of ours");
    }
}
