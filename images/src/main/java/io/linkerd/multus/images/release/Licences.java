// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Under which licences the parts of our images are. One that nobody has looked at ends a release. */
final class Licences {
    /** By their names on spdx.org. All of them allow to pass our images on, the parts unchanged. */
    private static final Set<String> KNOWN = Set.of(
            "Apache-2.0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "CC0-1.0",
            "CDDL-1.0",
            "EPL-2.0",
            "GPL-2.0-only WITH Classpath-exception-2.0",
            "GPL-2.0-with-classpath-exception",
            "GPL-3.0-or-later WITH GCC-exception-3.1",
            "LGPL-2.1-only",
            "LGPL-2.1-or-later",
            "MIT",
            "MIT-0",
            "Zlib");

    /** Names that projects give in their pom.xml. */
    private static final Map<String, String> NAMES = Map.of(
            // logback's URL is that of the 2.1
            "GNU Lesser General Public License", "LGPL-2.1-only",
            // its text is the MIT licence's: https://www.bouncycastle.org/about/license/
            "Bouncy Castle Licence", "MIT");

    private Licences() {}

    /** {@return what CycloneDX has for that licence} */
    static ArrayNode of(String expression) {
        var licences = JsonNodeFactory.instance.arrayNode();
        if (expression.contains(" ")) {
            licences.addObject().put("expression", expression);
        } else {
            licences.addObject().putObject("license").put("id", expression);
        }
        return licences;
    }

    /** Puts the known ones in place of other names for them. */
    static void normalize(JsonNode component) {
        for (var choice : component.path("licenses")) {
            var licence = choice.path("license");
            if (licence instanceof ObjectNode object
                    && NAMES.containsKey(licence.path("name").asText())) {
                object.put("id", NAMES.getOrDefault(licence.path("name").asText(), ""));
                object.remove("name");
            }
        }
    }

    /** {@return for which parts no licence is known, and why} */
    static List<String> unknown(Iterable<JsonNode> components) {
        var unknown = new ArrayList<String>();
        for (var component : components) {
            var licences = names(component);
            if (licences.isEmpty()) {
                unknown.add(component.path("purl").asText() + " says no licence");
            } else if (!licences.stream().allMatch(Licences::isKnown)) {
                unknown.add(component.path("purl").asText() + " is under " + String.join(", ", licences)
                        + ", which is not among those that were looked at");
            }
        }
        return unknown;
    }

    /** Ends where one is unknown; else {@return a table of all parts}. */
    static String report(Collection<ObjectNode> boms) throws IOException {
        var rows = new TreeMap<String, Set<String>>();
        for (var bom : boms) {
            var unknown = unknown(parts(bom));
            if (!unknown.isEmpty()) {
                throw new IOException("licences have to be looked at first, and added to Licences.java: " + unknown);
            }
            for (var part : parts(bom)) {
                rows.computeIfAbsent(part.path("purl").asText(), _ -> new TreeSet<>())
                        .add(String.join(" or ", names(part)));
            }
        }
        var report = new StringBuilder("| part | licence |\n|---|---|\n");
        rows.forEach((part, licences) -> report.append("| %s | %s |%n".formatted(part, String.join("; ", licences))));
        return report.toString();
    }

    /** An image that ours stands on says its own. */
    private static List<JsonNode> parts(ObjectNode bom) {
        return bom.path("components")
                .valueStream()
                .filter(component -> !component.path("type").asText().equals("container"))
                .toList();
    }

    private static List<String> names(JsonNode component) {
        return component
                .path("licenses")
                .valueStream()
                .map(choice -> choice.has("expression")
                        ? choice.path("expression").asText()
                        : choice.at("/license/id")
                                .asText(choice.at("/license/name").asText()))
                .toList();
    }

    private static boolean isKnown(String expression) {
        return KNOWN.contains(expression)
                || List.of(expression.replaceAll("[()]", "").split(" (OR|AND) ", -1)).stream()
                        .allMatch(KNOWN::contains);
    }
}
