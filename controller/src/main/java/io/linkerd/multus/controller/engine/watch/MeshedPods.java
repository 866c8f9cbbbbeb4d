// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.plans.PodFacts;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * All pods that Linkerd's injector meshed, as the API server last told of them: one watch for everybody who looks at pods. A pod that
 * somebody meshed by hand may lack the label by which they are selected.
 */
public final class MeshedPods implements AutoCloseable {
    /** Two megabytes on their way. */
    private static final long PAGE = 200;

    private final PodTraitsMemory traits = new PodTraitsMemory();
    private final Watched<Pod> watched;

    /** Prepares; {@code onChange} is told namespace and name, with a slash, of each pod that came, changed or went. */
    public MeshedPods(KubernetesClient client, Consumer<String> onChange) {
        this.watched = new Watched<>(
                "pods",
                client.pods()
                        .inAnyNamespace()
                        .withLabel(Linkerd.CONTROL_PLANE_NAMESPACE)
                        .withLimit(PAGE)
                        .runnableInformer(0),
                this::slim,
                pod -> onChange.accept(pod.getMetadata().getNamespace() + "/"
                        + pod.getMetadata().getName()));
    }

    /** Starts to watch. */
    public void start() {
        watched.start();
    }

    /** {@return the pod of that namespace and name, with a slash} */
    public Optional<PodFacts> get(String key) {
        return watched.get(key).map(WatchedPod::facts);
    }

    /** {@return those of the namespace, in no order} */
    public Stream<PodFacts> in(String namespace) {
        return watched.all()
                .filter(pod -> pod.getMetadata().getNamespace().equals(namespace))
                .map(WatchedPod::facts);
    }

    /** {@return all of them, in no order} */
    public Stream<PodFacts> all() {
        return watched.all().map(WatchedPod::facts);
    }

    /** {@return all of them with what says whether they are outdated, in no order} */
    public Stream<SeenPod> seen() {
        return watched.all().flatMap(pod -> PodTraitsMemory.seen(pod).stream());
    }

    /** {@return those of a namespace, without a look into all others} */
    public Stream<SeenPod> seen(String namespace) {
        return watched.all()
                .filter(pod -> namespace.equals(pod.getMetadata().getNamespace()))
                .flatMap(pod -> PodTraitsMemory.seen(pod).stream());
    }

    private void slim(Pod pod) {
        traits.keep(pod);
        SlimPod.slim(pod);
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
