// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.config.SemanticVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The configuration of the primary network, which is another's and is left as it is. */
record PrimaryConfig(JsonText json, JsonValue.Members object, SortedMap<String, Boolean> capabilities) {
    private static final String VERSION = "cniVersion";

    /** {@return the configuration in a file of that name, or why Multus cannot call it} */
    static Result<PrimaryConfig> read(String fileName, String text) {
        return network(fileName, text)
                .then(network -> network.isMultus()
                        ? new Result.Not<>("it is Multus itself, which would call itself")
                        : network.isLoadable()
                                ? JsonText.read(text, CniNetwork.LIMITS).then(PrimaryConfig::of)
                                : new Result.Not<>("a name or a type is missing in it"));
    }

    static boolean isMultus(String fileName, Result<String> content) {
        return content.then(text -> network(fileName, text)) instanceof Result.Ok<CniNetwork>(var network)
                && network.isMultus();
    }

    /** {@return its name, which is empty where it has none} */
    String name() {
        return object.text("name").orElse("");
    }

    /** {@return why Multus of that version cannot call it, in upstream's words} Since 0.4.0 there is CHECK. */
    Optional<String> incompatibility(SemanticVersion multus) {
        var written = object.text(VERSION);
        if (!multus.isAtLeast(0, 4, 0)) {
            return Optional.empty();
        }
        if (written.isEmpty()) {
            return Optional.of("couldn't get cni version of delegate");
        }
        var version = written.flatMap(SemanticVersion::read);
        if (version.isEmpty()) {
            return Optional.of("delegate cni version is no version: " + GoText.quote(written.get()));
        }
        return version.get().isAtLeast(0, 4, 0)
                ? Optional.empty()
                : Optional.of("delegate cni version is " + version.get().text() + " while top level cni version is "
                        + multus.text());
    }

    /** {@return whether it says that it is of that version} */
    boolean hasVersion(SemanticVersion version) {
        return object.text(VERSION).equals(Optional.of(version.text()));
    }

    /** {@return its text with that version, and nothing else changed} */
    String withVersion(SemanticVersion version) {
        var quoted = JsonEdit.quote(version.text());
        var edits = new ArrayList<JsonEdit>();
        object.members().stream()
                .filter(member -> member.name().equals(VERSION))
                .forEach(member -> edits.add(JsonEdit.replace(member.value(), quoted)));
        if (edits.isEmpty()) {
            edits.add(json.append(object, List.of(JsonEdit.member(VERSION, quoted))));
        }
        return json.with(edits);
    }

    static Result<CniNetwork> network(String fileName, String text) {
        return fileName.endsWith(".conflist") ? CniNetwork.readList(text) : CniNetwork.readSingle(text);
    }

    private static Result<PrimaryConfig> of(JsonText json) {
        if (!(json.root() instanceof JsonValue.Members object)) {
            return new Result.Not<>("not a JSON object");
        }
        var plugins = object.items("plugins");
        var capabilities = new TreeMap<String, Boolean>();
        for (var plugin : plugins.isEmpty() ? List.<JsonValue>of(object) : plugins) {
            var enabled = plugin.member("capabilities").orElse(null) instanceof JsonValue.Members found
                    ? found.members()
                    : List.<JsonValue.Member>of();
            for (var capability : enabled) {
                switch (json.written(capability.value())) {
                    case "true" -> capabilities.put(capability.name(), true);
                    case "false", "null" -> {}
                    default -> {
                        return new Result.Not<>(
                                "its capability " + GoText.quote(capability.name()) + " is neither true nor false");
                    }
                }
            }
        }
        return new Result.Ok<>(new PrimaryConfig(json, object, capabilities));
    }
}
