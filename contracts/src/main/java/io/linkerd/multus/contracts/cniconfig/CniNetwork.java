// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A network as a node's CNI directory holds it: a list of plugins, or one plugin by itself. Its text is somebody else's, and stays as it
 * was written but for Linkerd's plugin.
 *
 * <p>It is read as libcni reads it (the CNI specification's network configuration, {@code libcni/conf.go}): keys exactly, and of a
 * doubled one the last.
 */
public final class CniNetwork {
    /**
     * What is read of a network, which its CNI owner may write as long as it likes: a few kB are usual. This is a hundred times
     * that, and a page for what is added. It lies in the memory of a process on each node, some 40 bytes for each value, and the text four
     * times.
     */
    public static final JsonLimits LIMITS =
            JsonLimits.ofLength((1 << 20) + (1 << 12)).depth(500).values(20_000).build();

    /** What Linkerd's own installer calls a list that it makes of a plugin without a name. */
    private static final String NAMELESS = JsonEdit.quote("k8s-pod-network");
    /** The oldest version in which a plugin is told what the one before it did. */
    private static final String VERSIONLESS = JsonEdit.quote("0.3.1");

    private final JsonText json;
    private final Optional<JsonValue.Elements> plugins;

    private CniNetwork(JsonText json, Optional<JsonValue.Elements> plugins) {
        this.json = json;
        this.plugins = plugins;
    }

    /** {@return the network in a file that is called {@code *.conflist}, or why it is none} */
    public static Result<CniNetwork> readList(String text) {
        return JsonText.read(text, LIMITS).then(CniNetwork::asList);
    }

    /** {@return the network in a file that is called {@code *.conf}, a list included, or why it is none} */
    public static Result<CniNetwork> readSingle(String text) {
        return JsonText.read(text, LIMITS)
                .then(json -> json.root().has("type")
                        ? json.root()
                                .text("type")
                                .<Result<CniNetwork>>map(_ -> new Result.Ok<>(new CniNetwork(json, Optional.empty())))
                                .orElseGet(() -> new Result.Not<>("\"type\" is not a string"))
                        : asList(json));
    }

    /** {@return whether Multus is called here, which calls other networks in turn} */
    public boolean isMultus() {
        return multus().isPresent();
    }

    /** {@return what Multus calls for every pod, where this is a configuration of Multus} */
    public Optional<MultusDefault> multusDefault() {
        return multus().map(MultusPlugin::calls);
    }

    /**
     * {@return the path that Multus waits for before it calls anything, as its container sees it, where this is a configuration of Multus}
     * {@code readinessindicatorfile}, in any case, since Go decodes it.
     */
    public Optional<String> multusIndicator() {
        return multus().flatMap(MultusPlugin::indicator);
    }

    /** {@return the kubeconfig that Linkerd's plugin is told in each copy that it can be taken out of, where this is Multus'; "" for none} */
    public List<String> kubeconfigsInCopies() {
        return copies().flatMap(MultusPlugin::kubeconfigs).toList();
    }

    /** {@return this configuration of Multus without Linkerd's plugin in its copies of networks} One of nothing else stays as it is. */
    public String withoutInCopies() {
        return json.with(copies().flatMap(copy -> json.remove(copy, CniNetwork::isLinkerd).stream())
                .toList());
    }

    /** {@return whether it is one plugin by itself, and no list} */
    public boolean isSingle() {
        return plugins.isEmpty();
    }

    /** {@return whether libcni loads it: a list needs a name, and each plugin a type} */
    public boolean isLoadable() {
        return (isSingle() || json.root().text("name").isPresent())
                && elements().stream()
                        .noneMatch(plugin -> plugin.text("type").orElse("").isEmpty());
    }

    /** {@return whether Linkerd's plugin is among the plugins} */
    public boolean hasLinkerd() {
        return elements().stream().anyMatch(CniNetwork::isLinkerd);
    }

    /** {@return whether nothing is left without Linkerd's plugin} */
    public boolean isLinkerdAlone() {
        return elements().stream().allMatch(CniNetwork::isLinkerd);
    }

    /**
     * {@return this network as a list that ends with Linkerd's plugin, which is in it once} A single plugin keeps its text, its name and its
     * {@code cniVersion}. Twice is once.
     */
    public String with(CniConfig linkerd) {
        var element = linkerd.text().strip();
        return plugins.map(list -> chained(list, element)).orElseGet(() -> converted(element));
    }

    /** {@return this network without Linkerd's plugin} */
    public String without() {
        return plugins.map(list -> json.with(json.remove(list, CniNetwork::isLinkerd)))
                .orElseGet(json::text);
    }

    @Override
    public String toString() {
        return "CniNetwork of " + json.text().length() + " characters";
    }

    private String chained(JsonValue.Elements list, String element) {
        var ours = list.elements().stream().filter(CniNetwork::isLinkerd).toList();
        if (ours.size() == 1
                && ours.getFirst().equals(list.elements().getLast())
                && json.written(ours.getFirst()).equals(element)) {
            return json.text();
        }
        var theirs = JsonText.read(without(), LIMITS).orElse(reason -> {
            throw new IllegalStateException("JSON without one of its values is none any more: " + reason);
        });
        return theirs.root().member("plugins").orElseThrow() instanceof JsonValue.Elements left
                ? theirs.with(List.of(theirs.append(left, element)))
                : theirs.text();
    }

    private String converted(String element) {
        var members = new ArrayList<String>();
        members.add(JsonEdit.member("name", written("name").orElse(NAMELESS)));
        members.add(JsonEdit.member("cniVersion", written("cniVersion").orElse(VERSIONLESS)));
        members.add("\"plugins\":[\n    " + json.written(json.root()) + ",\n    " + element + "\n  ]");
        return "{\n  " + String.join(",\n  ", members) + "\n}\n";
    }

    /** A text as it is written; an empty one counts as absent. */
    private Optional<String> written(String name) {
        return json.root()
                .text(name)
                .filter(text -> !text.isEmpty())
                .flatMap(_ -> json.root().member(name))
                .map(json::written);
    }

    private List<JsonValue> elements() {
        return plugins.map(JsonValue.Elements::elements).orElseGet(() -> List.of(json.root()));
    }

    private Optional<MultusPlugin> multus() {
        return multusPlugins().findFirst();
    }

    private Stream<MultusPlugin> multusPlugins() {
        return elements().stream().flatMap(plugin -> MultusPlugin.of(plugin).stream());
    }

    private Stream<JsonValue.Elements> copies() {
        return multusPlugins().flatMap(MultusPlugin::copies);
    }

    static boolean isLinkerd(JsonValue plugin) {
        return plugin.text("type").equals(Optional.of(Linkerd.PLUGIN));
    }

    private static Result<CniNetwork> asList(JsonText json) {
        if (!(json.root() instanceof JsonValue.Members)) {
            return new Result.Not<>(json.problem(json.root().start(), "not a JSON object"));
        }
        if (!(json.root().member("plugins").orElse(null) instanceof JsonValue.Elements list)) {
            return new Result.Not<>("neither \"type\" nor a list \"plugins\" is in it");
        }
        if (list.elements().isEmpty()) {
            return new Result.Not<>("its list of plugins is empty");
        }
        return list.elements().stream()
                .filter(plugin -> plugin.text("type").isEmpty())
                .findFirst()
                .<Result<CniNetwork>>map(
                        plugin -> new Result.Not<>(json.problem(plugin.start(), "a plugin of the list has no type")))
                .orElseGet(() -> new Result.Ok<>(new CniNetwork(json, Optional.of(list))));
    }
}
