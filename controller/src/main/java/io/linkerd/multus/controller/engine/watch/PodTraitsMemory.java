// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.Pod;
import io.linkerd.multus.contracts.plans.PodFacts.Stage;
import io.linkerd.multus.contracts.plans.outdated.InjectedParts;
import io.linkerd.multus.contracts.plans.outdated.PodUsers;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the traits of pods and keeps them at the pods themselves, where they take the place of what nobody looks at. */
public final class PodTraitsMemory {
    private static final String KEPT = "traits";

    private final Interned<String> texts = new Interned<>();
    private final Interned<PodTraits> traits = new Interned<>();
    private final RecentBundles bundles = new RecentBundles();

    private record Kept(PodTraits traits, long createdSeconds) {}

    /** {@return the pod as it was seen, all of it; what equals what was read before is the same object} */
    public SeenPod read(Pod pod) {
        return seen(pod, new Kept(traitsOf(pod), seconds(pod.getMetadata().getCreationTimestamp())));
    }

    /** Keeps the traits of a whole pod, which may be slimmed afterwards. */
    void keep(Pod pod) {
        if (kept(pod).isEmpty()) {
            var kept = new Kept(traitsOf(pod), seconds(pod.getMetadata().getCreationTimestamp()));
            pod.setAdditionalProperties(Map.of(KEPT, kept));
        }
    }

    /** {@return the pod whose traits were kept} */
    static Optional<SeenPod> seen(Pod pod) {
        return kept(pod).map(kept -> seen(pod, kept));
    }

    private static Optional<Kept> kept(Pod pod) {
        return Optional.ofNullable(pod.getAdditionalProperties().get(KEPT))
                .filter(Kept.class::isInstance)
                .map(Kept.class::cast);
    }

    private static SeenPod seen(Pod pod, Kept kept) {
        var metadata = pod.getMetadata();
        Stage stage = WatchedPod.stage(pod);
        return new SeenPod(
                metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid(),
                stage,
                Instant.ofEpochSecond(kept.createdSeconds()),
                WatchedPod.owner(pod),
                kept.traits());
    }

    private PodTraits traitsOf(Pod pod) {
        return traits.same(shared(PodTraitsReading.of(pod, bundles::read)));
    }

    private PodTraits shared(PodTraits one) {
        return new PodTraits(
                one.component().map(texts::same),
                one.injected().map(this::shared),
                one.createdBy().map(texts::same),
                shared(one.asked()),
                new PodUsers(one.users().proxy(), one.users().others()),
                one.attachment(),
                one.mark(),
                one.ready());
    }

    private InjectedParts shared(InjectedParts one) {
        return new InjectedParts(
                one.proxyVersion().map(texts::same), texts.same(one.image()), one.anchors(), shared(one.settings()));
    }

    private Map<String, String> shared(Map<String, String> map) {
        var shared = new HashMap<String, String>();
        map.forEach((name, value) -> shared.put(texts.same(name), texts.same(value)));
        return shared;
    }

    private static long seconds(@Nullable String timestamp) {
        try {
            return timestamp == null ? 0 : Instant.parse(timestamp).getEpochSecond();
        } catch (DateTimeException _) {
            return 0;
        }
    }
}
