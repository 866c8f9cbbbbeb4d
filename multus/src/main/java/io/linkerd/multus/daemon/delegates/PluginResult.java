// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.networks.CniVersion;
import io.linkerd.multus.daemon.networks.RewrittenObject;
import java.util.Map;
import java.util.Set;

/** The result of ADD as a plugin has printed it, with a version. */
final class PluginResult {
    /** Of what a plugin prints; usual are a few kB. */
    static final int LONGEST = 1 << 20;

    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(LONGEST).values(20_000).build();

    private static final Set<String> VERSIONS = Set.of("0.1.0", "0.2.0", "0.3.0", "0.3.1", "0.4.0", "1.0.0", "1.1.0");

    private PluginResult() {}

    /** {@return the result, with the configuration's version where the plugin has not told one, or why it is none} */
    static Result<String> read(String output, String configVersion) {
        if (output.isBlank()) {
            return new Result.Not<>("failed to unmarshal raw result: unexpected end of JSON input");
        }
        return switch (JsonText.read(output, LIMITS)) {
            case Result.Not<JsonText>(var reason) -> new Result.Not<>("failed to unmarshal raw result: " + reason);
            case Result.Ok<JsonText>(var json) ->
                read(json, configVersion.isEmpty() ? CniVersion.OLDEST : configVersion);
        };
    }

    private static Result<String> read(JsonText json, String configVersion) {
        return switch (json.root()) {
            case JsonValue.Null _ -> known(configVersion, RewrittenObject.of(version(configVersion)));
            case JsonValue.Members members -> {
                var told = members.text("cniVersion").filter(version -> !version.isEmpty());
                yield told.isPresent()
                        ? known(told.get(), json.written(members))
                        : known(configVersion, RewrittenObject.with(json, members, version(configVersion)));
            }
            case JsonValue.Elements _, JsonValue.Text _, JsonValue.Whole _, JsonValue.Other _ ->
                new Result.Not<>("failed to unmarshal raw result: not a JSON object");
        };
    }

    private static Map<String, String> version(String version) {
        return Map.of("cniVersion", JsonEdit.quote(version));
    }

    private static Result<String> known(String version, String result) {
        return VERSIONS.contains(version)
                ? new Result.Ok<>(result)
                : new Result.Not<>("unsupported CNI result version " + GoText.quote(version));
    }
}
