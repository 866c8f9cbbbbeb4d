// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Into which parts a value falls that are merged and owned one by one.
 *
 * @param keys of lists by the name of their field: what tells one item from another; without keys, the items themselves
 * @param whole fields whose objects are one thing, merged and owned as a whole
 */
record Parts(Map<String, List<String>> keys, Set<String> whole) {
    /** As a merge patch sees it: objects have fields, all else is whole. */
    static final Parts PLAIN = new Parts(Map.of(), Set.of());

    private static final String ITEM = "[]";
    private static final String OWNER = "ownerReferences" + ITEM;
    private static final Map<String, List<String>> METADATA =
            Map.of("ownerReferences", List.of("uid"), "finalizers", List.of());

    private static final Parts BUILT_IN = new Parts(
            Map.ofEntries(
                    Map.entry("ownerReferences", List.of("uid")),
                    Map.entry("finalizers", List.of()),
                    Map.entry("webhooks", List.of("name")),
                    Map.entry("matchConditions", List.of("name")),
                    Map.entry("containers", List.of("name")),
                    Map.entry("initContainers", List.of("name")),
                    Map.entry("volumes", List.of("name")),
                    Map.entry("env", List.of("name")),
                    Map.entry("volumeMounts", List.of("mountPath")),
                    Map.entry("ports", List.of("containerPort", "protocol")),
                    Map.entry("conditions", List.of("type"))),
            Set.of(
                    OWNER,
                    "selector",
                    "namespaceSelector",
                    "objectSelector",
                    "nodeSelector",
                    "roleRef",
                    "involvedObject"));

    static Parts of(Kind kind) {
        return kind.is(Kind.Trait.CUSTOM) ? new Parts(METADATA, Set.of(OWNER)) : BUILT_IN;
    }

    /** The name of a part: the field's, or the one of the list that it is an item of. */
    static String name(String field, String element) {
        return element.startsWith("f:") ? element.substring(2) : field + ITEM;
    }

    /** The parts by the element that leads to them; none where the value is a whole, or empty. */
    SequencedMap<String, JsonNode> split(String field, JsonNode value) {
        var parts = new LinkedHashMap<String, JsonNode>();
        if (value.isObject() && !whole.contains(field)) {
            value.properties().forEach(entry -> parts.put("f:" + entry.getKey(), entry.getValue()));
        } else if (value.isArray() && keys.containsKey(field)) {
            value.forEach(item -> parts.put(element(field, item), item));
        }
        return parts;
    }

    /** Puts parts together again to the kind of value that they came from. */
    static JsonNode join(SequencedMap<String, JsonNode> parts) {
        if (parts.isEmpty()) {
            return MissingNode.getInstance();
        }
        if (parts.firstEntry().getKey().startsWith("f:")) {
            var object = Json.object();
            parts.forEach((element, value) -> object.set(name("", element), value));
            return object;
        }
        return JsonNodeFactory.instance.arrayNode().addAll(parts.values());
    }

    private String element(String field, JsonNode item) {
        var names = keys.getOrDefault(field, List.of());
        if (names.isEmpty()) {
            return "v:" + item;
        }
        var key = new TreeMap<String, JsonNode>();
        names.stream().filter(item::has).forEach(name -> key.put(name, item.path(name)));
        return "k:" + Json.object().setAll(key);
    }
}
