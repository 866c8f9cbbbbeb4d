// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.caches.CachedNetwork.Kept;
import io.linkerd.multus.daemon.results.ObjectText;
import io.linkerd.multus.daemon.routes.DefaultRouteRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes a pod's list of networks as Multus' {@code DelegateNetConf}, with what its DEL looks at. */
final class NetworkListText {
    /** All networks of a pod, usually some kB; each configuration is there in Base64. */
    static final JsonLimits LIMITS =
            JsonLimits.ofLength(4 << 20).depth(500).values(500_000).build();

    /** What a configuration without one means. Upstream would write the configuration anew, and lose what it does not know of it. */
    private static final String OLDEST = "0.1.0";

    private NetworkListText() {}

    static String of(List<Kept> networks) {
        return networks.stream().map(NetworkListText::of).collect(Collectors.joining(",", "[", "]"));
    }

    private static String of(Kept network) {
        var request = network.request();
        var text = new ObjectText();
        configuration(text, network.configuration());
        text.text("Name", network.name())
                .textIfAny("ifnameRequest", request.interfaceName())
                .textIfAny("macRequest", request.mac())
                .textIfAny("infinibandGUIDRequest", request.infinibandGuid())
                .textsIfAny("ipRequest", request.ips());
        if (request.defaultRoute() instanceof DefaultRouteRequest.Asked(var gateways)) {
            var quoted = gateways.stream()
                    .map(gateway -> "\"" + gateway.text() + "\"")
                    .toList();
            text.json("default-route", "[" + String.join(",", quoted) + "]");
        }
        return text.textIfAny("deviceID", request.device().id())
                .textIfAny("resourceName", request.device().resource())
                .text("Bytes", Base64Text.encoded(network.configuration()))
                .toString();
    }

    /** Names and types are enough for messages, and for Multus to tell a list by its plugins; it calls them as {@code Bytes} says. */
    private static void configuration(ObjectText text, String configuration) {
        if (!(root(configuration) instanceof JsonValue.Members root)) {
            return;
        }
        var type = root.goText("type");
        var name = root.goText("name").orElse("");
        var version = root.goText("cniVersion");
        if (type.isPresent()) {
            text.json(
                    "Conf",
                    new ObjectText()
                            .textIfAny("cniVersion", version.orElse(""))
                            .textIfAny("name", name)
                            .text("type", type.get())
                            .toString());
        } else {
            text.json("Conf", new ObjectText().textIfAny("name", name).toString());
            text.json(
                    "ConfList",
                    new ObjectText()
                            .text("cniVersion", version.orElse(OLDEST))
                            .textIfAny("name", name)
                            .listIfAny(
                                    "plugins",
                                    root.items("plugins").stream()
                                            .map(NetworkListText::plugin)
                                            .toList())
                            .toString());
        }
    }

    private static String plugin(JsonValue plugin) {
        var type = plugin instanceof JsonValue.Members members ? members.goText("type") : Optional.<String>empty();
        return new ObjectText().text("type", type.orElse("")).toString();
    }

    private static JsonValue root(String configuration) {
        return JsonText.read(configuration, LIMITS).map(JsonText::root).orElse(_ -> new JsonValue.Null(0, 0));
    }

    static Result<List<CachedNetwork>> read(byte[] file) {
        return JsonValue.read(file, LIMITS).then(NetworkListReading::of);
    }
}
