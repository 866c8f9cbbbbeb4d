// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans;

import java.util.List;
import java.util.Map;

/**
 * The part of an object's metadata that tells whose it is.
 *
 * @param sight which state of which object this is
 * @param owners its owner references, in their order
 */
public record ObjectMarks(Seen.Sight sight, Map<String, String> labels, List<Reference> owners) {
    /** An owner reference, of whatever kind. */
    public record Reference(String name, String uid) {}

    /** Copies. */
    public ObjectMarks {
        labels = Map.copyOf(labels);
        owners = List.copyOf(owners);
    }
}
