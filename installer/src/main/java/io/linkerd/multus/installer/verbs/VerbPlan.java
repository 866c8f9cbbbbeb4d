// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.installer.node.DesiredFile;
import io.linkerd.multus.installer.verbs.manifests.Manifest;
import io.linkerd.multus.installer.verbs.manifests.ObjectName;
import java.util.List;

/**
 * What a verb does, in this order: everything is there before anything is done.
 *
 * @param put files, plugins before the configurations that call them
 * @param applied manifests
 * @param removed manifests, with all objects that were ever applied from them
 * @param ended files, configurations before the plugins that they call
 */
record VerbPlan(List<Put> put, List<Manifest> applied, List<Removal> removed, List<End> ended) {
    VerbPlan {
        put = List.copyOf(put);
        applied = List.copyOf(applied);
        removed = List.copyOf(removed);
        ended = List.copyOf(ended);
    }

    /** {@return whether there is anything to be done in the cluster} */
    boolean needsCluster() {
        return !applied.isEmpty() || !removed.isEmpty();
    }

    /** Remove the objects of a manifest. */
    record Removal(String name, List<ObjectName> objects) {
        Removal {
            objects = List.copyOf(objects);
        }
    }

    /** Put a file in place. */
    record Put(AssetKind kind, String name, DesiredFile file) {}

    /** Take away what the owner has put at a path. */
    record End(AssetKind kind, String name, String path) {}
}
