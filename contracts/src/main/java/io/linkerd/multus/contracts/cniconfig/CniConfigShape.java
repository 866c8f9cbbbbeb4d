// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonText.Problem;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A configuration as Multus takes it: with a type it is one plugin, without one it is a list. */
sealed interface CniConfigShape {

    JsonValue.Members root();

    /** One plugin. */
    record Plugin(JsonValue.Members root) implements CniConfigShape {}

    /** A list, its plugins, and those of them that are Linkerd's. */
    record PluginList(JsonValue.Members root, JsonValue plugins, List<JsonValue.Members> linkerd)
            implements CniConfigShape {
        public PluginList {
            linkerd = List.copyOf(linkerd);
        }
    }

    /** {@return the shape, or the first problem and its place} */
    static Result<CniConfigShape> of(JsonText json) {
        if (!(json.root() instanceof JsonValue.Members root)) {
            return new Result.Not<>(json.problem(json.root().start(), "not a JSON object"));
        }
        var shape = of(root);
        return problems(shape)
                .findFirst()
                .<Result<CniConfigShape>>map(problem -> new Result.Not<>(json.problem(problem)))
                .orElseGet(() -> new Result.Ok<>(shape));
    }

    private static CniConfigShape of(JsonValue.Members root) {
        var plugins = root.goMembers("plugins")
                .map(JsonValue.Member::value)
                .filter(value -> !(value instanceof JsonValue.Null))
                .findFirst();
        return root.goText("type").isEmpty() && plugins.isPresent()
                ? new PluginList(root, plugins.get(), linkerd(plugins.get()))
                : new Plugin(root);
    }

    private static List<JsonValue.Members> linkerd(JsonValue plugins) {
        return elements(plugins)
                .filter(JsonValue.Members.class::isInstance)
                .map(JsonValue.Members.class::cast)
                .filter(plugin -> plugin.goText("type").equals(Optional.of(Linkerd.PLUGIN)))
                .toList();
    }

    private static Stream<JsonValue> elements(JsonValue value) {
        return value instanceof JsonValue.Elements array ? array.elements().stream() : Stream.empty();
    }

    private static Stream<Problem> problems(CniConfigShape shape) {
        var texts = Stream.of("cniVersion", "name", "type")
                .flatMap(field -> problems(shape.root(), field, JsonValue.Text.class, "a string"));
        var plugins = switch (shape) {
            case Plugin(var root) -> kubernetesProblems(root);
            case PluginList list -> listProblems(list);
        };
        return Stream.concat(texts, plugins);
    }

    private static Stream<Problem> listProblems(PluginList list) {
        var ofList = problems(list.root(), "plugins", JsonValue.Elements.class, "a list");
        var ofPlugins = elements(list.plugins()).flatMap(CniConfigShape::pluginProblems);
        var none = list.linkerd().isEmpty()
                ? Stream.of(new Problem(list.plugins().start(), "no plugin of the list is of type " + Linkerd.PLUGIN))
                : Stream.<Problem>empty();
        var ofLinkerd = list.linkerd().stream().flatMap(CniConfigShape::kubernetesProblems);
        return Stream.of(ofList, ofPlugins, none, ofLinkerd).flatMap(problems -> problems);
    }

    private static Stream<Problem> pluginProblems(JsonValue plugin) {
        return plugin instanceof JsonValue.Members members
                ? Stream.concat(
                        problems(members, "type", JsonValue.Text.class, "a string"), kubernetesProblems(members))
                : Stream.of(new Problem(plugin.start(), "a plugin of the list is not an object"));
    }

    private static Stream<Problem> kubernetesProblems(JsonValue.Members plugin) {
        var inside = plugin.goMembers("kubernetes")
                .map(JsonValue.Member::value)
                .filter(JsonValue.Members.class::isInstance)
                .flatMap(kubernetes ->
                        problems((JsonValue.Members) kubernetes, "kubeconfig", JsonValue.Text.class, "a string"));
        return Stream.concat(problems(plugin, "kubernetes", JsonValue.Members.class, "an object"), inside);
    }

    /** A field may be absent or null, else it has one value of one type. */
    private static Stream<Problem> problems(
            JsonValue.Members object, String field, Class<? extends JsonValue> type, String typeInWords) {
        var members = object.goMembers(field).toList();
        var doubled =
                members.stream().skip(1).map(member -> new Problem(member.start(), "\"" + field + "\" is there twice"));
        var mistyped = members.stream()
                .map(JsonValue.Member::value)
                .filter(value -> !type.isInstance(value) && !(value instanceof JsonValue.Null))
                .map(value -> new Problem(value.start(), "\"" + field + "\" is not " + typeInWords));
        return Stream.concat(doubled, mistyped);
    }
}
