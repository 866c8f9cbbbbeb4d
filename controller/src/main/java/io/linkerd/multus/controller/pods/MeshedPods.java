// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.watch.BoundedObject;
import io.linkerd.multus.controller.engine.watch.CachedObjects;
import io.linkerd.multus.controller.engine.watch.UnreadObjects.Unread;
import io.linkerd.multus.controller.pods.plan.PodFacts;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.SharedValues;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * All pods that Linkerd's injector meshed, as the API server last told of them: one watch for everybody who looks at pods. A pod that
 * somebody meshed by hand may lack the label by which they are selected.
 */
public final class MeshedPods implements AutoCloseable {
    /** Bytes of a heap of 96 MiB. */
    private static final long ROOM = 16 << 20;

    private final PodTraitsMemory memory = new PodTraitsMemory();
    private final SharedValues<PodTraits> traits = new SharedValues<>(ROOM, PodTraits::weight);
    private final CachedObjects<Kept> cached;

    /**
     * What is kept of a pod.
     *
     * @param seen empty where it is larger than what is read, or there is no room for what its namespace has in pods
     */
    record Kept(PodFacts facts, Optional<SeenPod> seen) {}

    /** Prepares; {@code onChange} is told namespace and name, with a slash, of each pod that came, changed or went. */
    public MeshedPods(ClientTransport api, Consumer<String> onChange) {
        this.cached = CachedObjects.of(
                "pods",
                api,
                Selection.labelled(ApiPath.core("pods"), Linkerd.CONTROL_PLANE_NAMESPACE),
                PodReader.of(api),
                this::entry,
                new ObjectCache.Listener<>() {
                    @Override
                    public void changed(Kept pod) {
                        onChange.accept(pod.facts().key());
                    }

                    @Override
                    public void dropped(Kept pod) {
                        pod.seen().ifPresent(seen -> traits.release(seen.namespace(), seen.traits()));
                    }
                });
    }

    /** Starts to watch. */
    public void start() {
        cached.start();
    }

    /** {@return the pod of that namespace and name, with a slash} */
    public Optional<PodFacts> get(String key) {
        return cached.get(key).map(Kept::facts);
    }

    /** {@return those of the namespace, in no order} */
    public Stream<PodFacts> in(String namespace) {
        return all().filter(pod -> pod.namespace().equals(namespace));
    }

    /** {@return all of them, in no order} */
    public Stream<PodFacts> all() {
        return cached.all().map(Kept::facts);
    }

    /** {@return all that are known well enough to say whether they are outdated, in no order} */
    public Stream<SeenPod> seen() {
        return cached.all().flatMap(pod -> pod.seen().stream());
    }

    /** {@return those of a namespace, without a look into all others} */
    public Stream<SeenPod> seen(String namespace) {
        return cached.all()
                .filter(pod -> pod.facts().namespace().equals(namespace))
                .flatMap(pod -> pod.seen().stream());
    }

    /** {@return those of which no more is known than which they are} */
    public Stream<Unread> unread() {
        return cached.all()
                .filter(pod -> pod.seen().isEmpty())
                .map(pod ->
                        new Unread("pod", pod.facts().namespace(), pod.facts().name()));
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

    ObjectCache.Entry<Kept> entry(BoundedObject<Pod> pod) {
        var facts = PodReader.facts(pod).object();
        var seen = facts.isPresent() ? pod.object().flatMap(this::seen) : Optional.<SeenPod>empty();
        var kept = new Kept(facts.orElseGet(() -> PodReader.unknown(pod.head())), seen);
        return new ObjectCache.Entry<>(kept.facts().key(), pod.head().version(), kept);
    }

    private Optional<SeenPod> seen(Pod pod) {
        var seen = memory.read(pod);
        return traits.take(seen.namespace(), seen.traits()).map(seen::withTraits);
    }
}
