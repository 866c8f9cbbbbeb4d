// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.status;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.daemon.results.GoFields;
import io.linkerd.multus.daemon.results.ObjectText;
import java.util.List;

/**
 * What a device plugin or a CNI plugin has written down of the device of a network, or nothing.
 *
 * @param json the members that the specification of device information knows, in the order of the annotation; empty for nothing
 * @see <a href="https://github.com/k8snetworkplumbingwg/device-info-spec">Device Information Specification 1.1.0</a>
 */
public record DeviceInfo(String json) {
    /** A network without a device. */
    public static final DeviceInfo NONE = new DeviceInfo("");

    private static final List<String> TEXTS = List.of("type", "version");

    private static final List<Kind> KINDS = List.of(
            new Kind("pci", List.of("pci-address", "vhost-net", "rdma-device", "pf-pci-address", "representor-device")),
            new Kind(
                    "vdpa",
                    List.of("parent-device", "driver", "path", "pci-address", "pf-pci-address", "representor-device")),
            new Kind("vhost-user", List.of("mode", "path")),
            new Kind("memif", List.of("role", "path", "mode")));

    /** A kind of device, and the texts that tell of one. */
    private record Kind(String name, List<String> texts) {}

    /** {@return what a file says, or why it says nothing} */
    public static Result<DeviceInfo> read(JsonValue file) {
        try {
            var fields = GoFields.of(file, "device-info");
            var text = texts(fields, TEXTS);
            for (var kind : KINDS) {
                fields.object(kind.name(), device -> texts(device, kind.texts()).toString())
                        .ifPresent(device -> text.json(kind.name(), device));
            }
            return new Result.Ok<>(new DeviceInfo(text.toString()));
        } catch (MalformedJson malformed) {
            return new Result.Not<>(malformed.reason());
        }
    }

    private static ObjectText texts(GoFields fields, List<String> names) throws MalformedJson {
        var text = new ObjectText();
        for (var name : names) {
            text.textIfAny(name, fields.text(name));
        }
        return text;
    }
}
