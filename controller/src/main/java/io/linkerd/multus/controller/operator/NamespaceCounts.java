// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How many namespaces have what they ask for.
 *
 * @param attached those whose attachment is as it has to be
 * @param waiting those that get theirs as soon as it can be written
 * @param blocked those where somebody else's is in the place of ours
 * @param leaving those that do not ask any more, and whose pods still need theirs
 * @param refused those of the waiting for which the API server refuses it now
 */
public record NamespaceCounts(int attached, int waiting, int blocked, int leaving, int refused) {
    /** {@return those that have it, of those that are to, as in {@code 12/14}} */
    @JsonProperty
    public String summary() {
        return attached + "/" + (attached + waiting + blocked);
    }
}
