// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.admission.pods.ConstraintsReader;
import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.uids.SccRules;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What the API server says. It is asked for each object once. */
public final class ClusterSurroundings implements Surroundings {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Cluster cluster;
    private final Map<String, Sight<String>> seen = new HashMap<>();

    /** Asks that cluster. */
    public ClusterSurroundings(Cluster cluster) {
        this.cluster = cluster;
    }

    /** {@return a pod as it is now} */
    public Sight<PodSource> pod(String namespace, String name) {
        var path = "/api/v1/namespaces/" + namespace + "/pods/" + name;
        return text("get pods in namespace " + namespace, path).map(text -> {
            var pod = tree(text) instanceof ObjectNode object ? object : MAPPER.createObjectNode();
            return new PodSource("from the cluster", "Pod " + name, pod, Optional.of(namespace));
        });
    }

    /** {@return whether the cluster has no such namespace} It has one of which it does not say. */
    public boolean lacks(String namespace) {
        return text("get namespace " + namespace, "/api/v1/namespaces/" + namespace) instanceof Sight.Absent;
    }

    @Override
    public Lookup<NamespaceSays> namespace(String name, Consumer<String> assumed) {
        var sight = text("get namespace " + name, "/api/v1/namespaces/" + name);
        sight.whyNot().ifPresent(assumed);
        return finding(sight.map(text -> NamespaceSays.of(tree(text))));
    }

    /** As the webhook does: what OpenShift delivers counts where the cluster's own cannot be read. */
    @Override
    public Lookup<SccRules> constraints(String name, Consumer<String> assumed) {
        if (!ObjectNames.isSubdomain(name)) {
            return new Lookup.Absent<>(); // what is no name is the name of none
        }
        var path =
                "/apis/" + OpenShift.SCC_GROUP + "/" + OpenShift.SCC_VERSION + "/" + OpenShift.SCC_PLURAL + "/" + name;
        return switch (text("get SecurityContextConstraints " + name, path)) {
            case Sight.Seen<String>(var text) -> rules(text, name, assumed);
            case Sight.Absent<String> _ ->
                delivered(name, "the cluster has none of that name", new Lookup.Absent<>(), assumed);
            case Sight.Denied<String> denied -> unreadable(name, whyNot(denied), assumed);
            case Sight.Failed<String> failed -> unreadable(name, whyNot(failed), assumed);
        };
    }

    private static Lookup<SccRules> rules(String text, String name, Consumer<String> assumed) {
        try {
            return new Lookup.Found<>(JsonDocument.read(
                    text.getBytes(StandardCharsets.UTF_8), ConstraintsReader.LIMITS, ConstraintsReader::read));
        } catch (MalformedJson e) {
            return unreadable(name, "they cannot be read (" + e.reason() + ")", assumed);
        }
    }

    private static Lookup<SccRules> unreadable(String name, String why, Consumer<String> assumed) {
        return delivered(name, why, new Lookup.Unknown<>(why, false), assumed);
    }

    private static String whyNot(Sight<?> sight) {
        return sight.whyNot().orElse("it cannot be read");
    }

    private static Lookup<SccRules> delivered(
            String name, String why, Lookup<SccRules> otherwise, Consumer<String> assumed) {
        var rules = SccRules.ofDefault(name);
        assumed.accept("SecurityContextConstraints " + name
                + (rules.isPresent() ? " are as OpenShift delivers them: " : " are not known: ") + why);
        return rules.<Lookup<SccRules>>map(Lookup.Found::new).orElse(otherwise);
    }

    @Override
    public Lookup<Boolean> attachment(String namespace, Consumer<String> assumed) {
        var path = "/apis/" + Multus.GROUP + "/" + Multus.VERSION + "/namespaces/" + namespace + "/" + Multus.PLURAL
                + "/" + Multus.ATTACHMENT;
        var sight = text("get " + Multus.PLURAL + " in namespace " + namespace, path);
        sight.whyNot().ifPresent(assumed);
        return finding(sight.map(_ -> true));
    }

    private Sight<String> text(String right, String path) {
        return seen.computeIfAbsent(path, _ -> cluster.text(right, path));
    }

    private static <T> Lookup<T> finding(Sight<T> sight) {
        return switch (sight) {
            case Sight.Seen<T>(var value) -> new Lookup.Found<>(value);
            case Sight.Absent<T> _ -> new Lookup.Absent<>();
            case Sight.Denied<T> _, Sight.Failed<T> _ -> new Lookup.Unknown<>(whyNot(sight), false);
        };
    }

    private static JsonNode tree(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the API server answered what is no JSON", e);
        }
    }
}
