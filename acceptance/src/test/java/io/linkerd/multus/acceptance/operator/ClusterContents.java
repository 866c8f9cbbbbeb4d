// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * All objects that an API server has of the kinds that it serves, but for those that it keeps for itself.
 *
 * @param objects by path
 */
record ClusterContents(Map<String, JsonNode> objects) {
    /** How it finds itself, and what it makes of kinds and Services. */
    private static final Pattern ITS_OWN =
            Pattern.compile("/apis/(apiregistration|flowcontrol\\.apiserver)\\.k8s\\.io/.*"
                    + "|.*/(ipaddresses|servicecidrs)/.*"
                    + "|.*/namespaces/kube-system/(leases|configmaps)/.*"
                    + "|.*/namespaces/default/(services|endpoints|endpointslices|events)/kubernetes.*");

    private static final ObjectMapper JSON = new ObjectMapper();

    ClusterContents {
        objects = new TreeMap<>(objects);
    }

    /** {@return the path of each kind whose objects can be listed and deleted} Of a group it is the preferred version's. */
    static List<String> kinds(PlainApiClient api) throws IOException {
        var versions = new ArrayList<>(List.of("/api/v1"));
        read(api, "/apis")
                .path("groups")
                .forEach(group -> versions.add(
                        "/apis/" + group.at("/preferredVersion/groupVersion").asText()));
        var kinds = new ArrayList<String>();
        for (var version : versions) {
            for (var resource : read(api, version).path("resources")) {
                var verbs = resource.path("verbs")
                        .valueStream()
                        .map(JsonNode::asText)
                        .toList();
                if (verbs.containsAll(List.of("list", "delete"))) {
                    kinds.add(version + "/" + resource.path("name").asText());
                }
            }
        }
        return kinds;
    }

    /** {@return what is there of these kinds; none of a kind that is not served any more} */
    static ClusterContents of(PlainApiClient api, Collection<String> kinds) throws IOException {
        var objects = new TreeMap<String, JsonNode>();
        for (var kind : kinds) {
            var answer = api.get(kind);
            if (answer.status() != HttpURLConnection.HTTP_NOT_FOUND) {
                var list = JSON.readTree(answer.orThrow());
                for (var object : list.path("items")) {
                    var described = (ObjectNode) object;
                    described.put("apiVersion", list.path("apiVersion").asText());
                    described.put("kind", list.path("kind").asText().replaceFirst("List$", ""));
                    objects.put(path(kind, object), object);
                }
            }
        }
        objects.keySet().removeIf(path -> ITS_OWN.matcher(path).matches());
        return new ClusterContents(objects);
    }

    private static String path(String kind, JsonNode object) {
        var slash = kind.lastIndexOf('/');
        var namespace = object.at("/metadata/namespace").asText();
        var place = namespace.isEmpty() ? "" : "/namespaces/" + namespace;
        return kind.substring(0, slash) + place + kind.substring(slash) + "/"
                + object.at("/metadata/name").asText();
    }

    private static JsonNode read(PlainApiClient api, String path) throws IOException {
        return JSON.readTree(api.get(path).orThrow());
    }
}
