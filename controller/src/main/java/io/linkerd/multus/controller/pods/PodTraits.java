// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.PodUsers;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.workloads.plan.MeshedPod;
import io.linkerd.multus.service.kube.SharedValues;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What of a meshed pod says whether it is outdated. It is the same for most pods of one template, and is kept once for all of them.
 *
 * @param component of the control plane, by its label; empty in the data plane
 * @param injected what Linkerd's injector put into it; empty where it has no proxy
 * @param createdBy the annotation {@code linkerd.io/created-by}
 * @param asked its annotations that override Linkerd's values, whether its template or its namespace said them
 * @param users its user ids
 * @param attachment whether it asks for Linkerd's network
 * @param mark that it got with its template
 * @param ready whether it is ready
 */
public record PodTraits(
        Optional<String> component,
        Optional<InjectedParts> injected,
        Optional<String> createdBy,
        Map<String, String> asked,
        PodUsers users,
        MeshedPod.Attachment attachment,
        Optional<RolloutMark> mark,
        boolean ready) {
    /** Bytes of heap, of the records and what holds them. */
    private static final int OWN = 400;

    /** Of the tables of a map or set. */
    private static final int ENTRY = 40;

    /** Copies. */
    public PodTraits {
        asked = Map.copyOf(asked);
    }

    /** {@return what it takes to keep it} */
    SharedValues.Weight weight() {
        var settings = injected.map(InjectedParts::settings).orElse(Map.of());
        var texts = new ArrayList<String>();
        component.ifPresent(texts::add);
        createdBy.ifPresent(texts::add);
        injected.ifPresent(parts -> {
            texts.add(parts.image());
            parts.proxyVersion().ifPresent(texts::add);
            texts.add(parts.anchors().toString());
        });
        Stream.of(asked, settings)
                .forEach(map -> map.forEach((name, value) -> {
                    texts.add(name);
                    texts.add(value);
                }));
        return new SharedValues.Weight(
                OWN + ENTRY * (asked.size() + settings.size() + users.others().size()), texts);
    }

    /** {@return a pod of these traits} */
    public MeshedPod named(String name) {
        return new MeshedPod(name, component.isPresent(), injected, createdBy, users, attachment);
    }
}
