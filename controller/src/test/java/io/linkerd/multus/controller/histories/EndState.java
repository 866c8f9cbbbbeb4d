// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.controller.FakeCluster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a cluster has to come to, worked out from what it holds and what the documents promise, without any of the product's code. */
final class EndState {
    private static final List<String> NAMESPACES =
            Wishes.NAMESPACES.stream().distinct().toList();
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final World world;

    EndState(World world) {
        this.world = world;
    }

    /** {@return where the cluster is not what it has to be} */
    List<String> problems() {
        return Stream.of(touched().stream(), attachments(), bindings(), brokenPods())
                .flatMap(found -> found)
                .toList();
    }

    /** {@return what is somebody else's, and is not as that one left it} */
    List<String> touched() {
        return world.foreign().entrySet().stream()
                .filter(entry -> !world.api().get(entry.getKey()).equals(Optional.of(entry.getValue())))
                .map(entry -> "touched " + entry.getKey() + ": " + entry.getValue() + " became "
                        + world.api().get(entry.getKey()))
                .toList();
    }

    private Stream<String> attachments() {
        return NAMESPACES.stream()
                .filter(namespace -> !world.foreign().containsKey(FakeCluster.attachment(namespace)))
                .flatMap(namespace -> attachment(namespace).stream());
    }

    private Optional<String> attachment(String namespace) {
        var found = world.api().get(FakeCluster.attachment(namespace));
        if (!world.isAlive(namespace)) {
            return found.map(left -> "left in a namespace that went: " + left);
        }
        if (wants(namespace) && config().isPresent()) {
            return found.filter(this::isComplete).isPresent()
                    ? Optional.empty()
                    : Optional.of("wanted in " + namespace + ", and there is: " + found);
        }
        if (wants(namespace) || isUsed(namespace)) {
            // The attach operator's is taken over with what there is to say, and stays as it is until then.
            return found.filter(attachment -> !Whose.isOurs(attachment) && !Whose.isOperators(attachment))
                    .map(attachment -> "not ours: " + attachment);
        }
        return found.map(attachment -> "not wanted in " + namespace + ": " + attachment);
    }

    private boolean isComplete(ObjectNode attachment) {
        return config().equals(Optional.of(attachment.at("/spec/config").asText())) && isOwned(attachment);
    }

    private boolean isOwned(JsonNode object) {
        var owner = world.api().get(FakeCluster.ROLE).orElseThrow().at("/metadata/uid");
        var owners = object.at("/metadata/ownerReferences");
        // One who is not there any more, and whom somebody else has written, is nobody: it goes with those who are
        // there.
        return Whose.isOurs(object)
                && object.at("/metadata/labels").has("app.kubernetes.io/instance")
                && owners.valueStream().anyMatch(one -> one.path("uid").equals(owner));
    }

    private Optional<String> config() {
        return world.api()
                .get(FakeCluster.CONFIG_MAP)
                .map(map -> map.at("/data/cni_network_config").asText())
                .filter(text -> text.startsWith("{\"cniVersion\""));
    }

    /** {@return whether it has to have an attachment of its own} */
    boolean wants(String namespace) {
        return world.scope().shared() ? world.scope().namespace().equals(namespace) : asks(namespace);
    }

    /** {@return whether its pods are attached} */
    boolean asks(String namespace) {
        return !World.isExcluded(namespace)
                && world.api()
                        .get(World.path(namespace))
                        .filter(found -> namespace.equals("linkerd") || isOptedIn(found.path("metadata")))
                        .isPresent();
    }

    private static boolean isOptedIn(JsonNode metadata) {
        var said = metadata.path("annotations").path("linkerd.io/multus").asText("");
        var extension = metadata.path("labels").path("linkerd.io/extension").asText("");
        return said.isEmpty() ? !extension.isEmpty() : said.equals("enabled");
    }

    private boolean isUsed(String namespace) {
        return world.api().list("/api/v1/pods").stream().anyMatch(pod -> !hasEnded(pod) && refersTo(pod, namespace));
    }

    static boolean hasEnded(JsonNode pod) {
        return ENDED.contains(pod.at("/status/phase").asText());
    }

    static boolean refersTo(JsonNode pod, String namespace) {
        return pod.at("/metadata/annotations/k8s.v1.cni.cncf.io~1networks")
                .asText()
                .equals(namespace + "/linkerd-cni");
    }

    /** A pod whose owner had its turn a moment ago may stay for a minute, if whoever gave it the turn ended in the middle of it. */
    private Stream<String> brokenPods() {
        return world.broken().stream()
                .flatMap(path -> world.api().get(path).stream())
                .filter(pod -> !hasEnded(pod) && !hadItsTurn(pod))
                .map(pod -> "not replaced: " + pod);
    }

    private boolean hadItsTurn(ObjectNode pod) {
        var namespace = pod.at("/metadata/namespace").asText();
        return world.api().list(World.path(namespace) + "/events").stream()
                .anyMatch(event -> event.path("reason").asText().equals("UnmeshedPodReplaced")
                        && event.at("/involvedObject/uid").equals(pod.at("/metadata/ownerReferences/0/uid")));
    }

    private Stream<String> bindings() {
        return world.hasSccs() ? NAMESPACES.stream().filter(world::isAlive).flatMap(this::bindings) : Stream.empty();
    }

    private Stream<String> bindings(String namespace) {
        var path = World.binding(namespace, "linkerd-multus-scc");
        var earlier = World.binding(namespace, "linkerd-multus-scc-nonroot-v2");
        var accounts = Map.copyOf(FakeCluster.SETTINGS.scc().serviceAccounts()).getOrDefault(namespace, Set.of());
        var found = world.api().get(path);
        var isTheirs = world.foreign().containsKey(path);
        var isRight = accounts.isEmpty()
                ? found.isEmpty()
                : found.filter(one -> binds(one, namespace, accounts)).isPresent();
        var mayStay = isTheirs && !accounts.isEmpty();
        return Stream.concat(
                isTheirs || isRight ? Stream.empty() : Stream.of("binding in " + namespace + ": " + found),
                mayStay || world.foreign().containsKey(earlier)
                        ? Stream.empty()
                        : world.api().get(earlier).stream().map(left -> "earlier binding: " + left));
    }

    private boolean binds(ObjectNode binding, String namespace, Set<String> accounts) {
        return isOwned(binding)
                && binding.at("/roleRef/name").asText().equals("system:openshift:scc:nonroot-v2")
                && binding.path("subjects")
                        .valueStream()
                        .map(subject -> subject.path("namespace").asText() + "/"
                                + subject.path("name").asText())
                        .collect(Collectors.toSet())
                        .equals(accounts.stream()
                                .map(account -> namespace + "/" + account)
                                .collect(Collectors.toSet()));
    }
}
