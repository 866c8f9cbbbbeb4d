// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import io.linkerd.multus.contracts.JsonText.DuplicateKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The configuration of Linkerd's CNI plugin, alone or in a list of plugins, whose text is kept byte for byte where it is not asked to change. */
public final class CniConfig {

    /** The version that the attachment says where the configuration says none: the oldest that all of Multus' callers speak. */
    private static final String CNI_VERSION = "0.3.0";

    private final JsonText json;
    private final JsonValue.Members root;

    private CniConfig(JsonText json, JsonValue.Members root) {
        this.json = json;
        this.root = root;
    }

    /** Reads the text of one configuration; JSON as the RFC has it, without doubled keys, of bounded length and nesting. */
    public static CniConfigReading read(String text) {
        return switch (JsonText.read(text, DuplicateKeys.REFUSED)) {
            case JsonReading.Invalid(var reason, var line, var column) ->
                new CniConfigReading.Invalid(reason, line, column);
            case JsonReading.Valid(var json)
            when json.root() instanceof JsonValue.Members root -> new CniConfigReading.Valid(new CniConfig(json, root));
            case JsonReading.Valid _ -> new CniConfigReading.Invalid("not a JSON object", 1, 1);
        };
    }

    /** The text as it was read. */
    public String text() {
        return json.text();
    }

    /**
     * The text for a NetworkAttachmentDefinition: with the path of the node's kubeconfig, and with {@code cniVersion}, {@code name}
     * and {@code type} where they are absent. Everything else stays as it was written.
     */
    public String forAttachment(String kubeconfigPath) {
        var edits = new ArrayList<JsonEdit>();
        var missing = new ArrayList<String>();
        for (var member : List.of(
                new String[] {"cniVersion", CNI_VERSION},
                new String[] {"name", Multus.ATTACHMENT},
                new String[] {"type", Linkerd.PLUGIN})) {
            var present = root.named(member[0]).findFirst();
            if (present.isEmpty()) {
                missing.add(JsonEdit.quote(member[0]) + ":" + JsonEdit.quote(member[1]));
            }
        }
        var path = JsonEdit.quote(kubeconfigPath);
        var kubernetes = root.named("kubernetes").findFirst();
        if (kubernetes.isPresent() && kubernetes.get() instanceof JsonValue.Members members) {
            var kubeconfig = members.named("kubeconfig").findFirst();
            edits.add(kubeconfig
                    .map(value -> JsonEdit.replace(value, path))
                    .orElseGet(() -> JsonEdit.append(json, members, "\"kubeconfig\":" + path)));
        } else {
            missing.add("\"kubernetes\":{\"kubeconfig\":" + path + "}");
        }
        if (!missing.isEmpty()) {
            edits.add(JsonEdit.append(json, root, String.join(",", missing)));
        }
        return json.with(edits);
    }

    Stream<JsonValue.Member> members() {
        return root.members().stream();
    }
}
