// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the daemon's configuration gives to the configuration that it makes for the container runtime, and so to the shim.
 *
 * @param members JSON values by their keys; without those that are empty or false, which are left out there
 * @param capabilities what the daemon itself says of capabilities, besides the primary network
 */
public record ShimSettings(Map<String, String> members, Map<String, Boolean> capabilities) {
    public ShimSettings {
        members = Map.copyOf(members);
        capabilities = Map.copyOf(capabilities);
    }

    /** {@return a member that is a text} */
    public Optional<String> text(String key) {
        return Optional.ofNullable(members.get(key))
                .flatMap(value -> JsonText.read(value, DaemonConfig.LIMITS)
                        .map(json -> json.root().text())
                        .orElse(_ -> Optional.empty()));
    }

    static ShimSettings of(ConfigFields config) {
        var members = new LinkedHashMap<String, String>();
        Stream.of("binDir", "cniDir", "logFile", "logLevel", "globalNamespaces", "auxiliaryCNIChainName")
                .forEach(field -> putText(members, config, field));
        Stream.of("cniVersion", "daemonSocketDir", "type").forEach(field -> putText(members, config, field));
        Stream.of("logToStderr", "namespaceIsolation", "overrideNetworkName", "upstreamErrorCodes")
                .filter(field -> config.flag(field).orElse(false))
                .forEach(field -> members.put(field, "true"));
        config.object("logOptions").map(ShimSettings::logOptions).ifPresent(text -> members.put("logOptions", text));
        return new ShimSettings(members, config.flags("capabilities"));
    }

    private static void putText(SequencedMap<String, String> members, ConfigFields config, String field) {
        config.text(field).map(JsonEdit::quote).ifPresent(text -> members.put(field, text));
    }

    private static String logOptions(ConfigFields options) {
        var numbers =
                Stream.of("maxAge", "maxSize", "maxBackups").flatMap(field -> member(field, number(options, field)));
        var compress = member("compress", options.flag("compress").map(String::valueOf));
        return Stream.concat(numbers, compress).collect(Collectors.joining(",", "{", "}"));
    }

    private static Optional<String> number(ConfigFields options, String field) {
        var number = options.whole(field);
        return number.isPresent() ? Optional.of(Integer.toString(number.getAsInt())) : Optional.empty();
    }

    private static Stream<String> member(String field, Optional<String> value) {
        return value.map(present -> JsonEdit.member(field, present)).stream();
    }
}
