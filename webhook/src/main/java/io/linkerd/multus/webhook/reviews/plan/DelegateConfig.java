// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonText.Problem;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The configuration of a delegate of Multus. With a type it is one plugin, without one it is a list. One that has no name gets the
 * attachment's, and is written anew for it, so that of a doubled key only the last one is left.
 *
 * @param json the text
 * @param root its only value
 */
record DelegateConfig(JsonText json, JsonValue.Members root) {
    private static final Pattern NETWORK_NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.\\-]*");
    private static final Set<String> CNI_VERSIONS =
            Set.of("0.1.0", "0.2.0", "0.3.0", "0.3.1", "0.4.0", "1.0.0", "1.1.0");
    private static final List<String> KNOWN_KEYS =
            List.of("cniVersion", "name", "type", "plugins", "capabilities", "ipam", "dns");

    /** {@return why Multus cannot run it, each with its place: so many of the reasons at most} */
    List<String> reasonsAgainst(int most) {
        return problems().distinct().limit(most).map(json::problem).toList();
    }

    private Stream<Problem> problems() {
        var seen = hasName() ? root : GoMaps.collapsed(root);
        var name = hasName() ? reasonAgainstName(seen) : Stream.<Problem>empty();
        var plugins = isPlugin(seen)
                ? reasonsAgainstType(seen)
                : Stream.concat(reasonsAgainstList(seen), CniTypes.PLUGIN_LIST.problems(json, "it", seen));
        return Stream.of(CniTypes.PLUGIN.problems(json, "it", seen), name, plugins)
                .flatMap(reasons -> reasons);
    }

    /** {@return what its owner should know all the same: so many warnings at most} */
    List<String> warnings(int most) {
        boolean both = isPlugin(root) && root.goMembers("plugins").findAny().isPresent();
        var ofBoth =
                both ? Stream.of("\"plugins\" is passed over, since there is a \"type\" too") : Stream.<String>empty();
        var placed = Stream.of(
                        warningsOfKeys(root), plugins(root).stream().flatMap(this::warningsOfKeys), strangeVersion())
                .flatMap(warnings -> warnings);
        return Stream.concat(ofBoth, placed.limit(most).map(json::problem))
                .limit(most)
                .toList();
    }

    private boolean hasName() {
        return GoMaps.value(root, "name")
                .filter(name -> !(name instanceof JsonValue.Text(var _, var _, var text) && text.isEmpty()))
                .isPresent();
    }

    private static boolean isPlugin(JsonValue.Members object) {
        return object.goText("type").isPresent();
    }

    /** A list's name is found under exactly this key, a plugin's whatever its case. */
    private Stream<Problem> reasonAgainstName(JsonValue.Members seen) {
        var name = isPlugin(seen)
                ? seen.goText("name")
                : GoMaps.value(seen, "name").flatMap(JsonValue::text);
        return name.filter(text -> NETWORK_NAME.matcher(text).matches()).isPresent()
                ? Stream.empty()
                : at(
                        GoMaps.value(seen, "name"),
                        "\"name\" is not made of letters, digits, '_', '.' and '-', a letter or a digit first");
    }

    private Stream<Problem> reasonsAgainstType(JsonValue.Members plugin) {
        return plugin.goText("type").filter(type -> type.indexOf('/') >= 0).isPresent()
                ? at(plugin.goMembers("type").map(JsonValue.Member::value).findFirst(), "\"type\" has a '/' in it")
                : Stream.empty();
    }

    private Stream<Problem> reasonsAgainstList(JsonValue.Members seen) {
        var version = GoMaps.value(seen, "cniVersion")
                .filter(JsonValue.Null.class::isInstance)
                .map(value -> new Problem(value.start(), "\"cniVersion\" of a list is null"));
        return Stream.concat(version.stream(), reasonsAgainstPlugins(seen));
    }

    /** They are found under exactly this key; otherwise Multus runs no plugin, and falls over the result that nobody has made. */
    private Stream<Problem> reasonsAgainstPlugins(JsonValue.Members seen) {
        var plugins = GoMaps.value(seen, "plugins").filter(value -> !(value instanceof JsonValue.Null));
        if (plugins.isEmpty()) {
            return Stream.of(new Problem(root.start(), "there is neither a \"type\" nor a list of \"plugins\""));
        }
        return plugins.get() instanceof JsonValue.Elements list
                ? list.elements().isEmpty()
                        ? at(plugins, "\"plugins\" is empty")
                        : list.elements().stream().flatMap(this::reasonsAgainstElement)
                : Stream.empty();
    }

    private Stream<Problem> reasonsAgainstElement(JsonValue element) {
        return element instanceof JsonValue.Members plugin && isPlugin(GoMaps.collapsed(plugin))
                ? reasonsAgainstType(GoMaps.collapsed(plugin))
                : at(Optional.of(element), "a plugin of the list has no \"type\"");
    }

    private Stream<Problem> warningsOfKeys(JsonValue.Members object) {
        var names = new HashSet<String>();
        var doubled = object.members().stream()
                .filter(member -> !names.add(member.name()))
                .map(member -> new Problem(
                        member.start(), GoText.quote(member.name()) + " is there once more, and the last one counts"));
        var misspelt = object.members().stream()
                .flatMap(member -> KNOWN_KEYS.stream()
                        .filter(key -> GoText.isKey(member.name(), key)
                                && !member.name().equals(key))
                        .map(key -> new Problem(
                                member.start(),
                                GoText.quote(member.name()) + " is taken for \"" + key + "\" by some programs only")));
        return Stream.concat(doubled, misspelt);
    }

    private Stream<Problem> strangeVersion() {
        return root.goText("cniVersion")
                        .filter(version -> !CNI_VERSIONS.contains(version))
                        .isPresent()
                ? at(
                        root.goMembers("cniVersion")
                                .map(JsonValue.Member::value)
                                .findFirst(),
                        "\"cniVersion\" is none that plugins are known to support")
                : Stream.empty();
    }

    private static List<JsonValue.Members> plugins(JsonValue.Members object) {
        return object.items("plugins").stream()
                .filter(JsonValue.Members.class::isInstance)
                .map(JsonValue.Members.class::cast)
                .toList();
    }

    private Stream<Problem> at(Optional<JsonValue> place, String words) {
        return Stream.of(new Problem(place.map(JsonValue::start).orElse(root.start()), words));
    }
}
