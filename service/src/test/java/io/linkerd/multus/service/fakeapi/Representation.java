// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** In which form objects are sent: whole, or their metadata alone. */
enum Representation {
    WHOLE,
    METADATA;

    private static final String META = "meta.k8s.io/v1";

    static Representation asked(Request request) {
        return request.header("Accept").contains("as=PartialObjectMetadata") ? METADATA : WHOLE;
    }

    /** One object. */
    ObjectNode of(ObjectNode object) {
        return switch (this) {
            case WHOLE -> object;
            case METADATA ->
                Json.object()
                        .put("kind", "PartialObjectMetadata")
                        .put("apiVersion", META)
                        .set("metadata", object.path("metadata"));
        };
    }

    /** A list; the items of built-in kinds do not say again what they are. */
    ObjectNode of(Kind kind, List<ObjectNode> objects, long version) {
        var list = switch (this) {
            case WHOLE -> Json.object().put("kind", kind.name() + "List").put("apiVersion", kind.apiVersion());
            case METADATA ->
                Json.object().put("kind", "PartialObjectMetadataList").put("apiVersion", META);
        };
        list.withObject("/metadata").put("resourceVersion", Long.toString(version));
        var items = list.putArray("items");
        objects.forEach(object -> items.add(
                this == WHOLE && !kind.is(Kind.Trait.CUSTOM)
                        ? object.deepCopy().without(List.of("kind", "apiVersion"))
                        : of(object)));
        return list;
    }
}
