// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Who applied which owner reference: one that its manager applies no more goes. */
final class AppliedOwners {
    /** A reference in {@code f:ownerReferences} by its key, which is its uid. */
    private static final Pattern KEY = Pattern.compile("k:\\{\"uid\":\"([^\"]*)\"}");

    private AppliedOwners() {}

    /** {@return the uids of the owner references that each field manager owns} */
    static Map<String, Set<String>> of(ObjectMeta metadata) {
        var byManager = new HashMap<String, Set<String>>();
        for (var entry : Objects.requireNonNullElse(metadata.getManagedFields(), List.<ManagedFieldsEntry>of())) {
            var uids = uids(entry);
            if (!uids.isEmpty()) {
                byManager.put(entry.getManager() + "/" + entry.getOperation(), uids);
            }
        }
        return byManager;
    }

    private static Set<String> uids(ManagedFieldsEntry entry) {
        return entry.getFieldsV1() != null
                        && entry.getFieldsV1().getAdditionalProperties().get("f:metadata") instanceof Map<?, ?> fields
                        && fields.get("f:ownerReferences") instanceof Map<?, ?> references
                ? references.keySet().stream()
                        .map(key -> KEY.matcher(String.valueOf(key)))
                        .filter(found -> found.matches())
                        .map(found -> found.group(1))
                        .collect(Collectors.toSet())
                : Set.of();
    }
}
