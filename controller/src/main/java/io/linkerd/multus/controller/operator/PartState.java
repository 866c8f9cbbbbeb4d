// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;

/**
 * How one object of an operand was last seen.
 *
 * @param there whether there is such an object at all
 * @param right whether nobody has written it since we did
 * @param rollout of its pods; done where it has none
 */
record PartState(ObjectKey key, boolean there, boolean right, Rollout rollout) {
    /** {@return the state of what was seen, or was not} */
    static PartState of(ObjectKey key, Optional<GenericKubernetesResource> seen, boolean right) {
        return new PartState(key, seen.isPresent(), right, seen.map(Rollout::of).orElse(Rollout.UNKNOWN));
    }

    Stage stage() {
        return Stage.of(key.kind());
    }

    boolean isDone() {
        return right && rollout.isDone();
    }
}
