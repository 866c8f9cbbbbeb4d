// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;

/** What came of asking for an object. */
sealed interface ApplyOutcome {
    /** It is there, as told. */
    record Written(GenericKubernetesResource object) implements ApplyOutcome {}

    /** It is somebody else's, and stays so. */
    record LeftAlone(String keeper) implements ApplyOutcome {}
}
