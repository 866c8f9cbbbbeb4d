// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Which kinds are served, and what is told of them and of the server itself. */
final class Discovery {
    private static final Set<String> HEALTH = Set.of("/healthz", "/livez", "/readyz");
    private static final String GROUPS = "/apis";
    private static final JsonNode VERBS = Json.read("['create', 'delete', 'get', 'list', 'patch', 'update', 'watch']");

    final List<Kind> kinds = new CopyOnWriteArrayList<>(Kind.BUILT_IN);

    /** The answer, where the path is about no object. */
    Optional<Answer> answer(String path) {
        if (HEALTH.contains(path)) {
            return Optional.of(Answer.ok(TextNode.valueOf("ok")));
        }
        if (path.equals("/version")) {
            return Optional.of(Answer.ok(Json.object("{major: '1', minor: '35', gitVersion: 'v1.35.0'}")));
        }
        if (path.equals("/api")) {
            return Optional.of(
                    Answer.ok(Json.object("{kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: []}")));
        }
        if (path.equals(GROUPS)) {
            var list = Json.object("{kind: 'APIGroupList', apiVersion: 'v1'}");
            kinds.stream()
                    .map(Kind::group)
                    .filter(group -> !group.isEmpty())
                    .distinct()
                    .forEach(group ->
                            list.withArray("/groups").add(group(group).without(List.of("kind", "apiVersion"))));
            return Optional.of(Answer.ok(list));
        }
        if (kinds.stream().anyMatch(kind -> kind.root().equals(path))) {
            return Optional.of(Answer.ok(resources(path)));
        }
        var group = path.startsWith(GROUPS + "/") ? path.substring(GROUPS.length() + 1) : "";
        return kinds.stream().anyMatch(kind -> !group.isEmpty() && kind.group().equals(group))
                ? Optional.of(Answer.ok(group(group)))
                : Optional.empty();
    }

    private ObjectNode group(String name) {
        var group = Json.object("{kind: 'APIGroup', apiVersion: 'v1'}").put("name", name);
        kinds.stream()
                .filter(kind -> kind.group().equals(name))
                .map(Kind::apiVersion)
                .distinct()
                .forEach(version -> {
                    var entry = Json.object()
                            .put("groupVersion", version)
                            .put("version", version.substring(version.indexOf('/') + 1));
                    group.withArray("/versions").add(entry);
                    group.set("preferredVersion", entry);
                });
        return group;
    }

    private ObjectNode resources(String root) {
        var list = Json.object("{kind: 'APIResourceList'}");
        kinds.stream()
                .filter(kind -> kind.root().equals(root))
                .forEach(kind -> list.put("groupVersion", kind.apiVersion())
                        .withArray("/resources")
                        .addObject()
                        .put("name", kind.plural())
                        .put("singularName", kind.name().toLowerCase(Locale.ROOT))
                        .put("namespaced", kind.is(Kind.Trait.NAMESPACED))
                        .put("kind", kind.name())
                        .set("verbs", VERBS));
        return list;
    }
}
