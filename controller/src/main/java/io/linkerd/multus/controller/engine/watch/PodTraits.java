// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.linkerd.multus.controller.rollouts.plan.RolloutMark;
import io.linkerd.multus.controller.workloads.plan.InjectedParts;
import io.linkerd.multus.controller.workloads.plan.MeshedPod;
import io.linkerd.multus.controller.workloads.plan.PodUsers;
import java.util.Map;
import java.util.Optional;

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
    /** Copies. */
    public PodTraits {
        asked = Map.copyOf(asked);
    }

    /** {@return how much is kept for it, in characters} */
    int size() {
        return component.map(String::length).orElse(0)
                + createdBy.map(String::length).orElse(0)
                + size(asked)
                + injected.map(parts -> parts.image().length()
                                + parts.proxyVersion().map(String::length).orElse(0)
                                + parts.anchors().toString().length()
                                + size(parts.settings()))
                        .orElse(0);
    }

    private static int size(Map<String, String> texts) {
        return texts.entrySet().stream()
                .mapToInt(text -> text.getKey().length() + text.getValue().length())
                .sum();
    }

    /** {@return a pod of these traits} */
    public MeshedPod named(String name) {
        return new MeshedPod(name, component.isPresent(), injected, createdBy, users, attachment);
    }
}
