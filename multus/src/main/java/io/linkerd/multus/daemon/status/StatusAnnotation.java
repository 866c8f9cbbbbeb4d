// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.status;

import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.daemon.results.GoJson;
import io.linkerd.multus.daemon.results.ObjectText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The annotation {@value #NAME} of a pod. */
public record StatusAnnotation(String value) {
    /** Names the annotation. */
    public static final String NAME = Multus.NETWORK_STATUS;

    /** {@return the annotation of a pod that was attached to these networks, in their order; none where they have made no interface} */
    public static Optional<StatusAnnotation> of(List<AttachedNetwork> networks) {
        var statuses = networks.stream()
                .flatMap(network -> network.statuses().stream())
                .map(NetworkStatus::text)
                .toList();
        return statuses.isEmpty()
                ? Optional.empty()
                : Optional.of(new StatusAnnotation(statuses.stream().collect(Collectors.joining(",", "[", "]"))));
    }

    /**
     * {@return the merge patch of {@code pods/status} that writes it} The API server answers 409 where the pod of that name is another one by now.
     *
     * @param uid of the object in the API, which for the mirror of a static pod is not the one that the runtime knows
     */
    public String mergePatch(String uid) {
        var metadata = new ObjectText()
                .text("uid", uid)
                .json("annotations", new ObjectText().text(NAME, value).toString());
        return new ObjectText().json("metadata", metadata.toString()).toString();
    }

    /** {@return the merge patch that takes it away again, from a pod whose networks were taken back} */
    public static String removalPatch(String uid) {
        var metadata = new ObjectText().text("uid", uid).json("annotations", "{" + GoJson.quote(NAME) + ":null}");
        return new ObjectText().json("metadata", metadata.toString()).toString();
    }
}
