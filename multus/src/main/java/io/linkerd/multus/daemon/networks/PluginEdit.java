// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Changes the object of one plugin, whether it stands by itself or in a list. */
@FunctionalInterface
interface PluginEdit {

    Result<String> of(PluginObject plugin);

    /** {@return the edits of a configuration in which each plugin is changed} */
    static Result<List<JsonEdit>> edits(JsonText json, boolean isList, PluginEdit edit) {
        return Refusals.each(plugins(json, isList), plugin -> edited(json, plugin, edit));
    }

    /** {@return the plugins of a configuration} */
    static List<JsonValue> plugins(JsonText json, boolean isList) {
        return isList ? json.root().items("plugins") : List.of(json.root());
    }

    private static Result<JsonEdit> edited(JsonText json, JsonValue plugin, PluginEdit edit) {
        return plugin instanceof JsonValue.Members members
                ? edit.of(new PluginObject(json, members)).map(text -> JsonEdit.replace(plugin, text))
                : new Result.Not<>("a plugin is not an object");
    }

    /** The object of a plugin within its text. */
    record PluginObject(JsonText json, JsonValue.Members members) {

        String with(Map<String, String> values) {
            return RewrittenObject.with(json, members, values);
        }

        Result<String> withCniArgs(Map<String, String> values) {
            var args = members.member("args");
            var cni = members.member("args", "cni");
            if (args.isPresent() && !(args.get() instanceof JsonValue.Members)) {
                return new Result.Not<>("\"args\" is not an object");
            }
            if (cni.isPresent() && !(cni.get() instanceof JsonValue.Members)) {
                return new Result.Not<>("\"cni\" in \"args\" is not an object");
            }
            var merged = rewritten(cni, values);
            return new Result.Ok<>(with(Map.of("args", rewritten(args, Map.of("cni", merged)))));
        }

        private String rewritten(Optional<JsonValue> object, Map<String, String> values) {
            return object.filter(JsonValue.Members.class::isInstance)
                    .map(found -> RewrittenObject.with(json, (JsonValue.Members) found, values))
                    .orElseGet(() -> RewrittenObject.of(values));
        }
    }
}
