// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.util.Map;

/**
 * The metadata of an object, as far as it is kept.
 *
 * @param namespace empty where it is in none
 * @param name its name
 * @param uid which of those that have had this name it is
 * @param version to which version a list or watch has come with it
 * @param leaving whether it is being deleted
 * @param annotations those that are wanted
 * @param labels those that are wanted
 * @param isCut whether it has more of what is wanted than is kept: nothing of {@link HeadReader.Further} is there then
 */
public record ObjectHead(
        String namespace,
        String name,
        String uid,
        String version,
        boolean leaving,
        Map<String, String> annotations,
        Map<String, String> labels,
        boolean isCut) {

    /** Copies. */
    public ObjectHead {
        annotations = Map.copyOf(annotations);
        labels = Map.copyOf(labels);
    }

    /** {@return the namespace that it is, or is in} */
    public String place() {
        return namespace.isEmpty() ? name : namespace;
    }
}
