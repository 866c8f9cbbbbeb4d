// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Files about a container, each as its readers understand it: members in order, what is in Base64 decoded, members without a value left out.
 * Upstream keeps a configuration three times, of which {@code Bytes} is the one that is used.
 */
final class KeptFiles {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final List<String> SAID_AGAIN = List.of("Conf", "ConfList", "CNINetworkConfigList");
    private static final List<String> IN_BASE64 = List.of("config", "Bytes");

    private KeptFiles() {}

    /** {@return the files below folders of {@code root} whose names have the container's id, by path} */
    static SortedMap<String, String> of(String container, Path root, List<String> folders) throws IOException {
        var kept = new TreeMap<String, String>();
        for (var folder : folders) {
            try (var files = Files.walk(root.resolve(folder))) {
                for (var file : files.filter(Files::isRegularFile).toList()) {
                    if (file.getFileName().toString().contains(container)) {
                        kept.put(root.relativize(file).toString(), text(file));
                    }
                }
            }
        }
        return kept;
    }

    private static String text(Path file) throws IOException {
        var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        var lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            lines.set(i, meaning(lines.get(i)));
        }
        return mode + " " + String.join("\n", lines);
    }

    private static String meaning(String line) throws IOException {
        return line.startsWith("{") || line.startsWith("[") ? sorted(plain(JSON.readTree(line))) : line;
    }

    private static String sorted(JsonNode tree) throws IOException {
        return JSON.writeValueAsString(JSON.treeToValue(tree, Object.class));
    }

    private static JsonNode plain(JsonNode tree) throws IOException {
        if (tree instanceof ObjectNode object) {
            object.remove(SAID_AGAIN);
            for (var name : IN_BASE64) {
                if (object.path(name).isTextual()) {
                    object.set(name, JSON.readTree(new String(object.get(name).binaryValue(), UTF_8)));
                }
            }
        }
        for (var member : tree) {
            plain(member);
        }
        if (tree instanceof ObjectNode object) {
            object.properties().removeIf(member -> isNothing(member.getValue()));
        }
        return tree;
    }

    private static boolean isNothing(JsonNode value) {
        return value.isNull()
                || (value.isBoolean() && !value.asBoolean())
                || (value.isContainerNode() && value.isEmpty());
    }
}
