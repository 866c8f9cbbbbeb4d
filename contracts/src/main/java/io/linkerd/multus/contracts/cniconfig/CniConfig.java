// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The configuration of Linkerd's CNI plugin, by itself or in a list of plugins. Its text is kept as it was written: order of keys,
 * blanks, digits of numbers, and keys that nobody here knows.
 */
public final class CniConfig {
    /** A ConfigMap holds 1 MiB at most. A doubled key is refused: it cannot be told which one was meant. */
    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(1 << 20).uniqueKeys().build();

    /** What the attachment says where the configuration says nothing, as linkerd-multus-attach-operator did. */
    private static final String DEFAULT_CNI_VERSION = "0.3.0";

    /** Under which the plugin's own settings are. */
    private static final String SETTINGS = "linkerd";

    private final JsonText json;
    private final CniConfigShape shape;

    private CniConfig(JsonText json, CniConfigShape shape) {
        this.json = json;
        this.shape = shape;
    }

    /**
     * {@return the configuration, or what is wrong with the text and where} It is strict JSON without doubled keys, of bounded length
     * and depth, in which the keys that the attachment depends on have the right types. Equal keys are those that Go takes for equal,
     * whatever their case.
     */
    public static Result<CniConfig> read(String text) {
        return JsonText.read(text, LIMITS)
                .then(json -> CniConfigShape.of(json).map(shape -> new CniConfig(json, shape)));
    }

    /** {@return whether it can be one of a list's plugins: it is Linkerd's by itself, as the runtime reads its type} */
    public boolean isPlugin() {
        return json.root().text("type").equals(Optional.of(Linkerd.PLUGIN));
    }

    /** {@return the path of the kubeconfig that Linkerd's plugin is told; of several in a list, the first one's} */
    public Optional<String> kubeconfigPath() {
        return plugins().stream()
                .flatMap(plugin -> plugin.goMembers("kubernetes"))
                .map(JsonValue.Member::value)
                .filter(JsonValue.Members.class::isInstance)
                .map(JsonValue.Members.class::cast)
                .flatMap(kubernetes -> kubernetes.goText("kubeconfig").stream())
                .findFirst();
    }

    private List<JsonValue.Members> plugins() {
        return switch (shape) {
            case CniConfigShape.Plugin(var root) -> List.of(root);
            case CniConfigShape.PluginList(var _, var _, var linkerd) -> linkerd;
        };
    }

    /** {@return a number that Linkerd's plugin is told, as {@code proxy-uid}; of several in a list, the first one's} */
    public OptionalLong number(String setting) {
        return plugins().stream()
                .map(plugin -> plugin.number(SETTINGS, setting))
                .filter(OptionalLong::isPresent)
                .findFirst()
                .orElseGet(OptionalLong::empty);
    }

    /** {@return texts that Linkerd's plugin is told, as {@code inbound-ports-to-ignore}; of several in a list, the first one's} */
    public List<String> texts(String setting) {
        return plugins().stream()
                .map(plugin -> plugin.texts(SETTINGS, setting))
                .filter(texts -> !texts.isEmpty())
                .findFirst()
                .orElseGet(List::of);
    }

    /** {@return the text as it was read} */
    public String text() {
        return json.text();
    }

    /**
     * {@return the text for a NetworkAttachmentDefinition} It has the path of the node's kubeconfig, and {@code cniVersion},
     * {@code name} and, outside of a list, {@code type} also where they were absent, null or empty. Everything else stays as it was
     * written.
     *
     * @param kubeconfigPath where the plugin finds its kubeconfig on the node
     */
    public String forAttachment(String kubeconfigPath) {
        var root = new CniObjectEdits(json, shape.root());
        root.supply("cniVersion", DEFAULT_CNI_VERSION);
        root.supply("name", Multus.ATTACHMENT);
        var edits = new ArrayList<JsonEdit>();
        switch (shape) {
            case CniConfigShape.Plugin _ -> {
                root.supply("type", Linkerd.PLUGIN);
                root.setKubeconfig(kubeconfigPath);
            }
            case CniConfigShape.PluginList(var _, var _, var plugins) -> {
                for (var plugin : plugins) {
                    var member = new CniObjectEdits(json, plugin);
                    member.setKubeconfig(kubeconfigPath);
                    edits.addAll(member.edits());
                }
            }
        }
        edits.addAll(root.edits());
        return json.with(edits);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CniConfig config && config.text().equals(text());
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return "CniConfig of " + text().length() + " characters";
    }
}
