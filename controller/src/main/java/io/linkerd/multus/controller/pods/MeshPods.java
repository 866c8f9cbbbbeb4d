// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.watch.BoundedObject;
import io.linkerd.multus.controller.engine.watch.CachedObjects;
import io.linkerd.multus.controller.engine.watch.UnreadObjects.Unread;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodTraits;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.SharedValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * All pods that Linkerd's injector meshed, as the API server last told of them: one watch for every duty that looks at pods. A pod that was
 * meshed by hand may lack the label by which they are selected.
 */
public final class MeshPods implements AutoCloseable {
    /** Bytes of a heap of 96 MiB. */
    private static final long ROOM = 16 << 20;
    /** Bytes of heap of the traits of one pod: of the records and what holds them. */
    private static final int OWN = 400;
    /** Of the tables of a map or set. */
    private static final int ENTRY = 40;

    private final MeshPodReader reader = new MeshPodReader();
    private final SharedValues<PodTraits> traits = new SharedValues<>(ROOM, MeshPods::weight);
    private final CachedObjects<MeshPod> cached;

    /** Prepares; {@code onChange} is told namespace and name, with a slash, of each pod that came, changed or went. */
    public MeshPods(ClientTransport api, Consumer<String> onChange) {
        this.cached = CachedObjects.of(
                "pods",
                api,
                Selection.labelled(ApiPath.core("pods"), Linkerd.CONTROL_PLANE_NAMESPACE),
                MeshPodReader.objects(api),
                this::entry,
                new ObjectCache.Listener<>() {
                    @Override
                    public void changed(MeshPod pod) {
                        onChange.accept(pod.key());
                    }

                    @Override
                    public void dropped(MeshPod pod) {
                        pod.traits().ifPresent(own -> traits.release(pod.namespace(), own));
                    }
                });
    }

    /** Starts to watch. */
    public void start() {
        cached.start();
    }

    /** {@return the pod of that namespace and name, with a slash} */
    public Optional<MeshPod> get(String key) {
        return cached.get(key);
    }

    /** {@return those of the namespace, without a look at others} */
    public Stream<MeshPod> in(String namespace) {
        return cached.under(namespace + "/");
    }

    /** {@return all of them, in no order} */
    public Stream<MeshPod> all() {
        return cached.all();
    }

    /** {@return those of which no more is known than which they are} */
    public Stream<Unread> unread() {
        return all().filter(pod -> pod.traits().isEmpty()).map(pod -> new Unread("pod", pod.namespace(), pod.name()));
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

    /** Without traits where the pod's namespace has no room for them. */
    ObjectCache.Entry<MeshPod> entry(BoundedObject<Pod> object) {
        var read = reader.read(object);
        var pod = read.withTraits(read.traits().flatMap(own -> traits.take(read.namespace(), own)));
        return new ObjectCache.Entry<>(pod.key(), object.head().version(), pod);
    }

    private static SharedValues.Weight weight(PodTraits pod) {
        var parts = new ArrayList<SharedValues.Part>();
        Stream.of(pod.controlPlane(), pod.component(), pod.createdBy())
                .flatMap(Optional::stream)
                .map(SharedValues.Part::of)
                .forEach(parts::add);
        pod.injected().ifPresent(injected -> {
            parts.add(new SharedValues.Part(
                    injected, OWN + ENTRY * injected.settings().size()));
            parts.add(SharedValues.Part.of(injected.image()));
            injected.proxyVersion().map(SharedValues.Part::of).ifPresent(parts::add);
            parts.add(new SharedValues.Part(
                    injected.anchors(), OWN + 2 * injected.anchors().toString().length()));
            addTexts(parts, injected.settings());
        });
        addTexts(parts, pod.asked());
        return new SharedValues.Weight(
                OWN + ENTRY * (pod.asked().size() + pod.users().others().size()), parts);
    }

    private static void addTexts(List<SharedValues.Part> parts, Map<String, String> map) {
        map.forEach((name, value) -> {
            parts.add(SharedValues.Part.of(name));
            parts.add(SharedValues.Part.of(value));
        });
    }
}
