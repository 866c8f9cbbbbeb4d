// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.PodUsers;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the traits of pods; texts that were read before are the same objects. */
public final class PodTraitsMemory {
    private final Interned<String> texts = new Interned<>();
    private final RecentBundles bundles = new RecentBundles();

    /** {@return the pod as it was seen} */
    public SeenPod read(Pod pod) {
        var metadata = pod.getMetadata();
        return new SeenPod(
                metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid(),
                WatchedPod.stage(pod),
                Instant.ofEpochSecond(seconds(metadata.getCreationTimestamp())),
                WatchedPod.owner(pod),
                shared(PodTraitsReading.of(pod, bundles::read)));
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
