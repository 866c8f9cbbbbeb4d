// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a workload makes its pods of: as it is asked for, beside what the API server has, which fills in defaults. */
final class PodTemplate {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    /** What the API server leaves out of fields that are no pointers (Go's {@code omitempty}), beside 0. */
    private static final Set<Object> NOTHING = Set.of(false, "");

    private PodTemplate() {}

    /**
     * {@return whether the pods would be others once that is written} The field of an object that is not asked for is a default of the API
     * server, or another manager's; one that is asked to be nothing may not be there. Lists are as long as they are asked for, and what a
     * spec can leave out again has no defaults: that is compared as a whole.
     */
    static boolean isChanged(GenericKubernetesResource asked, GenericKubernetesResource seen) {
        return !holds(template(seen), template(asked));
    }

    private static @Nullable Object template(GenericKubernetesResource workload) {
        return workload.get("spec", "template");
    }

    private static boolean holds(@Nullable Object seen, @Nullable Object asked) {
        return switch (asked) {
            case null -> true;
            case Map<?, ?> map -> {
                var other = seen instanceof Map<?, ?> there ? there : Map.of();
                yield map.entrySet().stream()
                        .allMatch(entry -> holdsField(entry.getKey(), other.get(entry.getKey()), entry.getValue()));
            }
            case List<?> list -> {
                var other = seen instanceof List<?> there ? there : List.of();
                yield other.size() == list.size()
                        && IntStream.range(0, list.size()).allMatch(at -> holds(other.get(at), list.get(at)));
            }
            case Number number -> number.longValue() == (seen instanceof Number other ? other.longValue() : 0);
            default -> asked.equals(seen) || (seen == null && NOTHING.contains(asked));
        };
    }

    private static boolean holdsField(Object name, @Nullable Object seen, @Nullable Object asked) {
        return switch (name.toString()) {
            case "nodeSelector", "tolerations" -> holds(seen, asked) && holds(asked, seen);
            // The API server has 500m for 0.5.
            case "resources" -> resources(seen).equals(resources(asked));
            default -> holds(seen, asked);
        };
    }

    private static ResourceRequirements resources(@Nullable Object said) {
        return SERIALIZATION.convertValue(said == null ? Map.of() : said, ResourceRequirements.class);
    }
}
