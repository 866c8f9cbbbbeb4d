// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.List;

/** What of an object is for a maintainer. */
enum Keep {
    /** All of it. */
    WHOLE(""),
    /** What it runs, and how it is; of its annotations those that matter. */
    NODE("/spec/taints /spec/unschedulable /status/conditions /status/nodeInfo"),
    /** Its annotations and labels, where it takes part. */
    NAMESPACE("/status"),
    /** How it is: what an application is made of is no matter of ours. */
    MESHED_POD("/spec/nodeName /status"),
    /** All of an Event. */
    EVENT("");

    private final String places;

    Keep(String places) {
        this.places = places;
    }

    /** {@return whether that object is for a maintainer at all} */
    boolean wants(ObjectNode object) {
        if (this != NAMESPACE) {
            return true;
        }
        var metadata = object.path("metadata");
        return metadata.path("annotations").has(Linkerd.INJECT)
                || metadata.toString().contains("linkerd.io/");
    }

    /** {@return the object, or of it what matters} */
    ObjectNode of(ObjectNode object) {
        if (places.isEmpty()) {
            return object;
        }
        var kept = object.objectNode();
        var from = object.path("metadata");
        var metadata = kept.putObject("metadata");
        for (var field : List.of(
                "name", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "labels", "annotations")) {
            if (from.has(field)) {
                metadata.set(field, from.path(field));
            }
        }
        for (var place : places.split(" ", -1)) {
            var value = object.at(place);
            if (!value.isMissingNode()) {
                var parts = place.split("/", -1);
                (parts.length == 2 ? kept : kept.withObject("/" + parts[1])).set(parts[parts.length - 1], value);
            }
        }
        return kept;
    }
}
