// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.names.Linkerd;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A pod as it was sent, reduced to what decisions need.
 *
 * @param name its name, or the beginning of it that the API server completes
 * @param hasMetadata whether there is an object of that name
 * @param hasAnnotations whether its metadata has an object of that name
 * @param annotations those that decisions need
 * @param labels those that decisions need
 * @param hostNetwork whether it has the node's network
 * @param hostUsers whether its user ids are the node's, as they are unless it asks for a user namespace of its own
 * @param runtimeClass name of its RuntimeClass; empty for the node's usual runtime
 * @param runAsUser user id of the containers that have none of their own
 * @param containers all of them, those that start first first
 */
public record Pod(
        String name,
        boolean hasMetadata,
        boolean hasAnnotations,
        Map<String, String> annotations,
        Map<String, String> labels,
        boolean hostNetwork,
        boolean hostUsers,
        String runtimeClass,
        OptionalLong runAsUser,
        List<Container> containers) {

    public Pod {
        annotations = Map.copyOf(annotations);
        labels = Map.copyOf(labels);
        containers = List.copyOf(containers);
    }

    Optional<Container> proxy() {
        return container(Linkerd.PROXY);
    }

    Optional<Container> validator() {
        return container(Linkerd.NETWORK_VALIDATOR);
    }

    boolean makesItsOwnRules() {
        return container(Linkerd.INIT).isPresent();
    }

    /** {@return those that are neither proxy nor validator} */
    List<Container> others() {
        var others = new ArrayList<Container>(containers.size());
        for (var container : containers) {
            if (!container.name().equals(Linkerd.PROXY) && !container.name().equals(Linkerd.NETWORK_VALIDATOR)) {
                others.add(container);
            }
        }
        return others;
    }

    OptionalLong effectiveUid(Container container) {
        return container.runAsUser().isPresent() ? container.runAsUser() : runAsUser;
    }

    /** {@return an annotation that is there and not empty} */
    Optional<String> annotation(String key) {
        return Optional.ofNullable(annotations.get(key)).filter(value -> !value.isEmpty());
    }

    private Optional<Container> container(String name) {
        for (var container : containers) {
            if (container.name().equals(name)) {
                return Optional.of(container);
            }
        }
        return Optional.empty();
    }
}
