// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Objects;
import java.util.Optional;

/**
 * An object as it is after a write.
 *
 * @param version its resource version
 * @param state another one after the next write of the same content, where that has put something right
 */
record Written(String version, String state) {
    /**
     * {@return what its metadata say} Each update of a status is a new version, so an object that counts its generations is told by that;
     * and by when the API server last found that this manager's apply changed a field, since labels and annotations are of no generation.
     *
     * @param manager that has written it
     */
    static Written of(ObjectMeta metadata, String manager) {
        var version = metadata.getResourceVersion();
        return new Written(
                version,
                Optional.ofNullable(metadata.getGeneration())
                        .map(generation -> String.join(
                                " ", metadata.getUid(), Long.toString(generation), changedBy(manager, metadata)))
                        .orElse(version));
    }

    private static String changedBy(String manager, ObjectMeta metadata) {
        return metadata.getManagedFields().stream()
                .filter(entry -> manager.equals(entry.getManager())
                        && "Apply".equals(entry.getOperation())
                        && Objects.requireNonNullElse(entry.getSubresource(), "")
                                .isEmpty())
                .map(ManagedFieldsEntry::getTime)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }
}
