// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.controller.namespaces.Namespaces;
import io.linkerd.multus.controller.ownership.Owner;
import java.util.Optional;
import java.util.stream.Stream;

/** All that is watched for the attachments. */
record AttachmentWorld(
        String controlPlaneNamespace,
        Namespaces namespaces,
        CniSources sources,
        Attachments attachments,
        PodLooks pods,
        Standings standings) {

    /** Puts together what is known about a namespace; empty where it does not exist. */
    Optional<Observation> observe(String name, Owner owner) {
        return namespaces
                .get(name)
                .map(facts -> new Observation(
                        facts,
                        name.equals(controlPlaneNamespace),
                        attachments.in(name, owner),
                        sources.current(),
                        owner,
                        pods.use(name)));
    }

    boolean exists(String namespace) {
        return namespaces.get(namespace).isPresent();
    }

    /** The namespaces that ask for an attachment or have one; all others need no look. */
    Stream<String> concerned() {
        return Stream.concat(
                        namespaces
                                .all()
                                .filter(facts -> facts.optedIn() || facts.name().equals(controlPlaneNamespace))
                                .map(facts -> facts.name()),
                        attachments.namespaces())
                .distinct();
    }
}
