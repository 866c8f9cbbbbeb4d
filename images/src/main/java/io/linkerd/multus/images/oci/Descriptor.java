// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.oci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How one content names another (OCI image specification, "Content Descriptors").
 *
 * @param mediaType what it is
 * @param digest {@code sha256:} and 64 digits
 * @param size in bytes
 */
public record Descriptor(String mediaType, String digest, long size) {
    /** Refuses what is no digest. */
    public Descriptor {
        if (!digest.matches("sha256:[0-9a-f]{64}")) {
            throw new IllegalArgumentException("not a digest: " + digest);
        }
    }

    /** Reads what {@link #json} wrote. */
    public static Descriptor of(JsonNode json) {
        return new Descriptor(
                json.path("mediaType").asText(),
                json.path("digest").asText(),
                json.path("size").asLong());
    }

    /** {@return it as manifests have it} */
    public ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("mediaType", mediaType)
                .put("digest", digest)
                .put("size", size);
    }
}
