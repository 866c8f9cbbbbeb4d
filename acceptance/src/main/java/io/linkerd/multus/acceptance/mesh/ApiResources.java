// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Where an API server serves each kind, as it says itself in one document for all groups.
 *
 * @see <a href="https://kubernetes.io/docs/concepts/overview/kubernetes-api/#aggregated-discovery">aggregated discovery</a>
 */
final class ApiResources {
    private static final String DOCUMENT = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PlainApiClient api;
    private final Map<String, Resource> known = new ConcurrentHashMap<>();

    ApiResources(PlainApiClient api) {
        this.api = api;
    }

    /**
     * Returns the path of a kind's objects in a namespace, or in all of them for {@link ClusterObjects#EVERYWHERE}.
     *
     * @param kind one of the names that kubectl takes: plural, singular, kind or short name, in any case
     */
    String path(String kind, String namespace) throws IOException {
        var name = kind.toLowerCase(Locale.ROOT);
        if (!known.containsKey(name)) {
            discover();
        }
        var resource = known.get(name);
        if (resource == null) {
            throw new IOException("the API server does not serve " + kind);
        }
        return resource.path(namespace);
    }

    private void discover() throws IOException {
        for (var root : List.of("/api", "/apis")) {
            var groups = JSON.readTree(api.get(root, DOCUMENT).orThrow()).path("items");
            groups.forEach(group -> group(root, group));
        }
    }

    /** Of a group the first version is the preferred one; of two groups with the same name the first is what kubectl means. */
    private void group(String root, JsonNode group) {
        var name = group.at("/metadata/name").asText();
        for (var version : group.path("versions")) {
            var base = String.join(
                    "/",
                    Stream.of(root, name, version.path("version").asText())
                            .filter(part -> !part.isEmpty())
                            .toList());
            for (var described : version.path("resources")) {
                var resource = new Resource(
                        base,
                        described.path("resource").asText(),
                        described.path("scope").asText().equals("Namespaced"));
                names(described).forEach(each -> known.putIfAbsent(each.toLowerCase(Locale.ROOT), resource));
            }
        }
    }

    private static Stream<String> names(JsonNode resource) {
        return Stream.concat(
                Stream.of("/resource", "/singularResource", "/responseKind/kind")
                        .map(at -> resource.at(at).asText()),
                resource.path("shortNames").valueStream().map(JsonNode::asText));
    }

    private record Resource(String base, String plural, boolean isNamespaced) {
        String path(String namespace) {
            var within = isNamespaced && !namespace.equals(ClusterObjects.EVERYWHERE) ? "/namespaces/" + namespace : "";
            return base + within + "/" + plural;
        }
    }
}
