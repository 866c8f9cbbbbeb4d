// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads a list of plugins with libcni's refusals. Its keys count exactly, and of a doubled one the last. */
record ChainReader(JsonText json) {

    Result<PluginChain> chain() {
        try {
            return new Result.Ok<>(read());
        } catch (MalformedJson malformed) {
            return new Result.Not<>(malformed.reason());
        }
    }

    private PluginChain read() throws MalformedJson {
        if (!(json.root() instanceof JsonValue.Members) && !(json.root() instanceof JsonValue.Null)) {
            throw list("not a JSON object");
        }
        var name = value("name");
        if (name.isEmpty()) {
            throw list("no name");
        }
        var version = value("cniVersion").isPresent() ? text(value("cniVersion").get(), "cniVersion") : "";
        return new PluginChain(
                text(name.get(), "name"),
                newest(version),
                true,
                flag("disableCheck"),
                flag("disableGC"),
                flag("loadOnlyInlinedPlugins"),
                plugins(flag("loadOnlyInlinedPlugins")));
    }

    /** Of all versions that are named, the newest one that is known here. */
    private String newest(String cniVersion) throws MalformedJson {
        var all = value("cniVersions");
        if (all.isEmpty()) {
            return cniVersion;
        }
        if (!(all.get() instanceof JsonValue.Elements list)) {
            throw list("invalid type for cniVersions: []interface {}");
        }
        var known = new ArrayList<Known>();
        for (int index = 0; index < list.elements().size(); index++) {
            if (!(list.elements().get(index) instanceof JsonValue.Text text)) {
                throw list("invalid type for cniVersions index " + index + ": "
                        + goType(list.elements().get(index)));
            }
            known(text.value(), "invalid cniVersions entry " + GoText.shorten(text.value()) + " at index " + index)
                    .ifPresent(known::add);
        }
        if (!cniVersion.isEmpty()) {
            known(cniVersion, "invalid cniVersion " + GoText.shorten(cniVersion))
                    .ifPresent(known::add);
        }
        return known.stream()
                .max(Comparator.comparing(Known::version))
                .map(Known::text)
                .orElse(cniVersion);
    }

    private record Known(String text, CniVersion version) {}

    /** {@return a version, unless it is a later one than is known here} */
    private static Optional<Known> known(String text, String wrong) throws MalformedJson {
        return switch (CniVersion.read(text)) {
            case Result.Not<CniVersion>(var reason) -> throw list(wrong + ": " + reason);
            case Result.Ok<CniVersion>(var version) ->
                Optional.of(new Known(text, version)).filter(_ -> CniVersion.NEWEST.isAtLeast(version));
        };
    }

    private List<PluginConfig> plugins(boolean inlinedOnly) throws MalformedJson {
        var value = value("plugins");
        if (value.isEmpty() && inlinedOnly) {
            throw list("`loadOnlyInlinedPlugins` is true, and no 'plugins' key");
        }
        if (value.isEmpty()) {
            return List.of();
        }
        if (!(value.get() instanceof JsonValue.Elements elements)) {
            throw list("invalid 'plugins' type " + goType(value.get()));
        }
        if (elements.elements().isEmpty()) {
            throw list("no plugins in list");
        }
        var plugins = new ArrayList<PluginConfig>();
        for (var element : elements.elements()) {
            switch (PluginConfig.read(json, element)) {
                case Result.Ok<PluginConfig>(var plugin) -> plugins.add(plugin);
                case Result.Not<PluginConfig>(var reason) ->
                    throw new MalformedJson("failed to parse plugin config " + plugins.size() + ": " + reason);
            }
        }
        return plugins;
    }

    /** A switch may be a text. */
    private boolean flag(String key) throws MalformedJson {
        var value = value(key);
        if (value.isEmpty()) {
            return false;
        }
        var word = value.get() instanceof JsonValue.Text text
                ? text.value().toLowerCase(Locale.ROOT)
                : json.written(value.get());
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw value.get() instanceof JsonValue.Text
                        ? list("invalid value " + GoText.quote(word) + " for " + key)
                        : list("invalid type " + goType(value.get()) + " for " + key);
        };
    }

    private String text(JsonValue value, String key) throws MalformedJson {
        if (value instanceof JsonValue.Text text) {
            return text.value();
        }
        throw list("invalid " + key + " type " + goType(value));
    }

    private Optional<JsonValue> value(String key) {
        return json.root() instanceof JsonValue.Members root
                ? root.members().stream()
                        .filter(member -> member.name().equals(key))
                        .map(JsonValue.Member::value)
                        .reduce((_, later) -> later)
                : Optional.empty();
    }

    /** {@return what Go calls the type of a decoded value} */
    private String goType(JsonValue value) {
        return switch (value) {
            case JsonValue.Members _ -> "map[string]interface {}";
            case JsonValue.Elements _ -> "[]interface {}";
            case JsonValue.Text _ -> "string";
            case JsonValue.Null _ -> "<nil>";
            case JsonValue.Whole _ -> "float64";
            case JsonValue.Other _ -> json.written(value).matches("true|false") ? "bool" : "float64";
        };
    }

    private static MalformedJson list(String reason) {
        return new MalformedJson("error parsing configuration list: " + reason);
    }
}
