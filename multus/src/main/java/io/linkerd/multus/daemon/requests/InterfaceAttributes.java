// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.List;
import java.util.Optional;

/**
 * What the caller of {@code /delegate} wants of the interface.
 *
 * @param ips addresses, with or without the length of their prefix
 * @param mac empty where any will do
 * @param cniArgs further arguments of the plugin: a JSON object as it is written
 */
public record InterfaceAttributes(List<String> ips, Optional<String> mac, Optional<String> cniArgs) {
    static final InterfaceAttributes NONE = new InterfaceAttributes(List.of(), Optional.empty(), Optional.empty());

    public InterfaceAttributes {
        ips = List.copyOf(ips);
    }

    static Result<InterfaceAttributes> read(RequestBody attributes) {
        var ips = attributes.last("ips");
        var mac = attributes.last("mac");
        var cniArgs = attributes.last("cni-args");
        if (ips.isPresent() && !isTexts(ips.get())) {
            return wrongType("ips", "a list of texts");
        }
        if (mac.isPresent() && mac.get().text().isEmpty()) {
            return wrongType("mac", "a text");
        }
        if (cniArgs.isPresent() && !(cniArgs.get() instanceof JsonValue.Members)) {
            return wrongType("cni-args", "an object");
        }
        return new Result.Ok<>(new InterfaceAttributes(
                ips.map(JsonValue::texts).orElse(List.of()),
                mac.flatMap(JsonValue::text).filter(text -> !text.isEmpty()),
                cniArgs.map(attributes.json()::written)));
    }

    private static boolean isTexts(JsonValue value) {
        return value instanceof JsonValue.Elements list
                && list.elements().stream().allMatch(JsonValue.Text.class::isInstance);
    }

    private static Result<InterfaceAttributes> wrongType(String field, String words) {
        return new Result.Not<>("interfaceAttributes." + field + " is not " + words);
    }
}
