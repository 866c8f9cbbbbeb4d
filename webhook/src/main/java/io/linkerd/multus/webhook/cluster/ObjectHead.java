// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import java.util.Map;

/**
 * The metadata of an object, as far as it is kept.
 *
 * @param namespace empty where it is in none
 * @param name its name
 * @param version how far whoever has seen it has read
 * @param annotations those that are wanted
 * @param labels those that are wanted
 */
record ObjectHead(
        String namespace, String name, String version, Map<String, String> annotations, Map<String, String> labels) {

    ObjectHead {
        annotations = Map.copyOf(annotations);
        labels = Map.copyOf(labels);
    }

    /** {@return the namespace that it is, or is in} */
    String place() {
        return namespace.isEmpty() ? name : namespace;
    }
}
