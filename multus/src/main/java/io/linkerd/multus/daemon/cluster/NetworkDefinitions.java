// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.daemon.networks.NetworkDefinition;
import io.linkerd.multus.daemon.networks.NetworkName;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ApiTransport;
import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.SharedValues;
import io.linkerd.multus.service.kube.Standing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/** The cluster's NetworkAttachmentDefinitions: those that a watch has told, and the others by asking for each. */
public final class NetworkDefinitions {
    /** As long as a pod is looked for. */
    private static final Duration LONGEST = Duration.ofMillis(2500);

    /** For what the watch tells, in bytes of heap: 6,000 definitions of a usual length, of which one namespace may have 1,500. */
    private static final long ROOM = 12L << 20;

    /** Of a definition without names and configuration, in bytes of heap: its objects, and those by which it is found. */
    private static final int LEAST = 800;

    /** As each may bring 1 MiB; the watch knows the usual ones. */
    private static final int ASKED_AT_A_TIME = 4;

    private final ApiTransport api;
    private final Semaphore places = new Semaphore(ASKED_AT_A_TIME, true);
    private final DefinitionReader asking = DefinitionReader.asking();
    private final ObjectCache<Sighting<NetworkDefinition>, Sighting<NetworkDefinition>> followed;

    NetworkDefinitions(ApiTransport api, LongSupplier nanos) {
        this.api = api;
        this.followed = Sighting.cache(
                new SharedValues<>(ROOM, NetworkDefinitions::weight), new Standing(Multus.PLURAL, nanos));
    }

    /** {@return those of all namespaces} */
    static Selection all() {
        return Selection.all(ApiPath.group(Multus.GROUP, Multus.VERSION, Multus.PLURAL));
    }

    ObjectCache<Sighting<NetworkDefinition>, Sighting<NetworkDefinition>> followed() {
        return followed;
    }

    /** {@return the definition of that name} A pod may ask for what no object is called: behind an empty name is the list of all. */
    public DefinitionLookup find(NetworkName name, Deadline caller) {
        if (!ObjectNames.isLabel(name.namespace()) || !ObjectNames.isSubdomain(name.name())) {
            return new DefinitionLookup.NotFound();
        }
        return followed.get(new ObjectName(name.namespace(), name.name()).key())
                .flatMap(Sighting::value)
                .<DefinitionLookup>map(DefinitionLookup.Found::new)
                .orElseGet(() -> ask(name, caller));
    }

    private DefinitionLookup ask(NetworkName name, Deadline caller) {
        var deadline = caller.atMost(LONGEST);
        try (var _ = caller.during(deadline::abandon)) {
            if (!deadline.takes(places)) {
                return new DefinitionLookup.Unanswered("it waits until others are answered");
            }
            try {
                return answered(name, deadline);
            } finally {
                places.release();
            }
        }
    }

    private DefinitionLookup answered(NetworkName name, Deadline deadline) {
        var path =
                ApiPath.group(Multus.GROUP, Multus.VERSION, "namespaces", name.namespace(), Multus.PLURAL, name.name());
        return switch (api.ask(ApiCall.get(path), deadline, asking::definition)) {
            case ApiAnswer.Answered<NetworkDefinition>(var found) ->
                found.name().equals(name)
                        ? new DefinitionLookup.Found(found)
                        : new DefinitionLookup.Unanswered("it has answered with another object");
            case ApiAnswer.Failed<NetworkDefinition>(ApiFailure.NotFound _) -> new DefinitionLookup.NotFound();
            case ApiAnswer.Failed<NetworkDefinition>(var why) -> new DefinitionLookup.Unanswered(why.inWords());
        };
    }

    private static SharedValues.Weight weight(NetworkDefinition definition) {
        var name = definition.name();
        var characters = name.namespace().length()
                + name.name().length()
                + definition.config().length()
                + definition.resourceName().map(String::length).orElse(0);
        return new SharedValues.Weight(LEAST + 2 * characters, List.of());
    }
}
