// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What plugins are told that have the capability for it.
 *
 * @param values JSON by capability
 */
public record RuntimeConfig(Map<String, String> values) {
    /** Nothing. */
    public static final RuntimeConfig NONE = new RuntimeConfig(Map.of());

    private static final String DEVICE = "deviceID";
    private static final String DEVICE_INFO_FILE = "CNIDeviceInfoFile";

    /** Copies, in their order. */
    public RuntimeConfig {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** {@return what the container runtime tells, in the {@code runtimeConfig} of the configuration that it calls Multus with} */
    public static Result<RuntimeConfig> read(String json) {
        return JsonText.read(json, CniNetwork.LIMITS).then(text -> switch (text.root()) {
            case JsonValue.Null _ -> new Result.Ok<>(NONE);
            case JsonValue.Members members -> new Result.Ok<>(new RuntimeConfig(values(text, members)));
            case JsonValue.Elements _, JsonValue.Text _, JsonValue.Whole _, JsonValue.Other _ ->
                new Result.Not<>("\"runtimeConfig\" is not an object");
        });
    }

    private static Map<String, String> values(JsonText json, JsonValue.Members members) {
        var values = new LinkedHashMap<String, String>();
        for (var member : members.members()) {
            values.remove(member.name());
            if (!isEmpty(member.value())) {
                values.put(member.name(), json.written(member.value()));
            }
        }
        return values;
    }

    private static boolean isEmpty(JsonValue value) {
        return switch (value) {
            case JsonValue.Null _ -> true;
            case JsonValue.Text text -> text.value().isEmpty();
            case JsonValue.Elements list -> list.elements().isEmpty();
            case JsonValue.Members _, JsonValue.Whole _, JsonValue.Other _ -> false;
        };
    }

    /** {@return what the plugins of another network than the first one are told: what the pod asks for goes first} */
    RuntimeConfig with(NetworkWishes wishes, Optional<Device> device) {
        var all = new LinkedHashMap<>(values);
        wishes.portMappings().ifPresent(json -> all.put("portMappings", json));
        wishes.bandwidth().ifPresent(json -> all.put("bandwidth", json));
        if (!wishes.ips().isEmpty()) {
            all.put("ips", wishes.ips().stream().map(JsonEdit::quote).collect(Collectors.joining(",", "[", "]")));
        }
        wishes.mac().ifPresent(mac -> all.put("mac", JsonEdit.quote(mac)));
        wishes.infinibandGuid().ifPresent(guid -> all.put("infinibandGUID", JsonEdit.quote(guid)));
        device.ifPresent(found -> all.put(DEVICE, JsonEdit.quote(found.id())));
        return new RuntimeConfig(all);
    }

    /** {@return the same, and where the device is described where there is one} */
    RuntimeConfig withInfoFile(String path) {
        if (!values.containsKey(DEVICE)) {
            return this;
        }
        var all = new LinkedHashMap<>(values);
        all.put(DEVICE_INFO_FILE, JsonEdit.quote(path));
        return new RuntimeConfig(all);
    }
}
