// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.advisories;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A published weakness of a library.
 *
 * @param library with its group, as the advisory names it
 * @param version that is released
 * @param id of the advisory
 * @param aliases names of the same weakness elsewhere
 * @param fixed versions that are said to have it no more; empty where no version is known
 */
record Finding(String library, String version, String id, Set<String> aliases, Set<String> fixed) {
    Finding {
        aliases = Set.copyOf(aliases);
        fixed = Set.copyOf(fixed);
    }

    /** {@return what the report says of one library} */
    static List<Finding> of(JsonNode reported) {
        var part = reported.path("package");
        var findings = new ArrayList<Finding>();
        for (var advisory : reported.path("vulnerabilities")) {
            var id = advisory.path("id").asText();
            var aliases = new LinkedHashSet<>(texts(advisory.path("aliases")));
            for (var group : reported.path("groups")) {
                if (texts(group.path("ids")).contains(id)) {
                    aliases.addAll(texts(group.path("ids")));
                    aliases.addAll(texts(group.path("aliases")));
                }
            }
            aliases.remove(id);
            var name = part.path("name").asText();
            var affected = affected(advisory, name);
            findings.add(new Finding(
                    affected.stream()
                            .map(each -> each.at("/package/name").asText())
                            .findFirst()
                            .orElse(name),
                    part.path("version").asText(),
                    id,
                    aliases,
                    fixed(affected)));
        }
        return findings;
    }

    /** An advisory tells of several libraries; the report names ours without its group. */
    private static List<JsonNode> affected(JsonNode advisory, String name) {
        return advisory.path("affected")
                .valueStream()
                .filter(each -> {
                    var full = each.at("/package/name").asText();
                    return full.equals(name) || full.endsWith(":" + name);
                })
                .toList();
    }

    private static Set<String> fixed(List<JsonNode> affected) {
        var fixed = new TreeSet<String>();
        affected.stream()
                .flatMap(each -> each.path("ranges").valueStream())
                .flatMap(range -> range.path("events").valueStream())
                .filter(event -> event.has("fixed"))
                .forEach(event -> fixed.add(event.path("fixed").asText()));
        return fixed;
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    boolean isCalled(String name) {
        return id.equals(name) || aliases.contains(name);
    }

    @Override
    public String toString() {
        var names = Stream.concat(Stream.of(id), aliases.stream().sorted()).toList();
        return library + " " + version + " has " + String.join(", ", names)
                + (fixed.isEmpty()
                        ? ", for which no fixed version is known"
                        : ", fixed in " + String.join(", ", new TreeSet<>(fixed)));
    }
}
