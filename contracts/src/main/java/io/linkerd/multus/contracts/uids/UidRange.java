// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.OpenShift;

/**
 * A block of user ids, both ends included.
 *
 * @param first lowest user id, at least 0
 * @param last highest user id, at most {@link #HIGHEST_READABLE}
 */
public record UidRange(long first, long last) {

    /** Highest number that OpenShift reads from a range: it keeps both ends in 32 bits without a sign. */
    public static final long HIGHEST_READABLE = 0xffff_ffffL;

    /** Highest user id that Kubernetes accepts for a container (validation of {@code runAsUser}). */
    public static final long HIGHEST_UID = Integer.MAX_VALUE;

    /** Refuses a block that is empty or cannot be written in 32 bits. */
    public UidRange {
        if (first < 0 || last < first || last > HIGHEST_READABLE) {
            throw new IllegalArgumentException("not a block of user ids: " + first + " to " + last);
        }
    }

    /** {@return whether the user id lies in the block} */
    public boolean contains(long uid) {
        return first <= uid && uid <= last;
    }

    /** {@return how many user ids the block has} */
    public long size() {
        return last - first + 1;
    }

    /**
     * {@return the annotation {@value OpenShift#UID_RANGE} exactly as OpenShift reads it, or why no pod can have a user id by it}
     * OpenShift takes empty and wrapped blocks without an error, and then admits no pod.
     *
     * @see <a href="https://github.com/openshift/library-go/blob/master/pkg/security/uid/uid.go">ParseBlock of library-go</a>
     */
    public static Result<UidRangeAnnotation> read(String annotation) {
        return UidRangeGrammar.read(annotation);
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
