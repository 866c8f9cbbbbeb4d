// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.linkerd.multus.controller.pods.plan.PodFacts.Stage;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import java.time.Instant;
import java.util.Optional;

/**
 * A meshed pod as it was seen last.
 *
 * @param created when the API server took it; to the second
 * @param owner that makes another one when it goes; empty where it has none
 */
public record SeenPod(
        String namespace,
        String name,
        String uid,
        Stage stage,
        Instant created,
        Optional<PodOwner> owner,
        PodTraits traits) {
    /** {@return the same pod with traits that equal its own} */
    SeenPod withTraits(PodTraits equal) {
        return new SeenPod(namespace, name, uid, stage, created, owner, equal);
    }
}
