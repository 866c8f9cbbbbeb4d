// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.names.OpenShift;
import java.util.Optional;

/** What the annotation {@value OpenShift#UID_RANGE} says. */
public sealed interface UidRangeReading {

    /**
     * OpenShift takes the pods' user ids from this range.
     *
     * @param ignoredTail text after the range, which OpenShift ignores: worth a warning, since its author meant something by it
     */
    record Usable(UidRange range, Optional<String> ignoredTail) implements UidRangeReading {}

    /**
     * No pod can be given a user id by this annotation.
     *
     * @param value the annotation's value as it was found
     * @param reason why, for the person who wrote it
     */
    record Unusable(String value, String reason) implements UidRangeReading {}
}
