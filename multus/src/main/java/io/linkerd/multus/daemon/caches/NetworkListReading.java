// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.daemon.caches.CachedNetwork.Device;
import io.linkerd.multus.daemon.caches.CachedNetwork.Kept;
import io.linkerd.multus.daemon.caches.CachedNetwork.Request;
import io.linkerd.multus.daemon.results.GoFields;
import io.linkerd.multus.daemon.routes.DefaultRouteRequest;
import java.util.ArrayList;
import java.util.List;

/** Reads lists of networks as each generation of Multus wrote them, and as we do. */
final class NetworkListReading {
    private NetworkListReading() {}

    static Result<List<CachedNetwork>> of(JsonValue file) {
        return switch (file) {
            case JsonValue.Elements list ->
                new Result.Ok<>(list.elements().stream()
                        .map(NetworkListReading::network)
                        .toList());
            case JsonValue.Members _, JsonValue.Text _, JsonValue.Whole _, JsonValue.Null _, JsonValue.Other _ ->
                new Result.Not<>("it is no list of networks");
        };
    }

    private static CachedNetwork network(JsonValue entry) {
        try {
            var fields = GoFields.of(entry, "the entry");
            return new Kept(fields.text("Name"), configuration(fields), request(fields));
        } catch (MalformedJson malformed) {
            return new CachedNetwork.Damaged(malformed.reason());
        }
    }

    private static Request request(GoFields fields) throws MalformedJson {
        return new Request(
                fields.text("ifnameRequest"),
                fields.text("macRequest"),
                fields.text("infinibandGUIDRequest"),
                fields.texts("ipRequest"),
                defaultRoute(fields),
                new Device(fields.text("deviceID"), fields.text("resourceName")));
    }

    private static DefaultRouteRequest defaultRoute(GoFields fields) throws MalformedJson {
        if (!fields.object().has("default-route")) {
            return new DefaultRouteRequest.Unasked();
        }
        return switch (DefaultRouteRequest.asked(fields.texts("default-route"))) {
            case Result.Ok<DefaultRouteRequest>(var request) -> request;
            case Result.Not<DefaultRouteRequest>(var reason) -> throw new MalformedJson(reason);
        };
    }

    /**
     * Multus 4.2.1 to 4.3.0 keeps a list that it read from a file twice: in {@code Bytes} without what its struct does not know of a plugin, such
     * as a path that DEL needs to give an address back, and as it was, with the plugins of the list's folder.
     */
    private static String configuration(GoFields fields) throws MalformedJson {
        var asRead = fields.object("CNINetworkConfigList", NetworkListReading::listAsRead);
        return asRead.isPresent() && !asRead.get().isEmpty() ? asRead.get() : decoded(fields);
    }

    private static String listAsRead(GoFields list) throws MalformedJson {
        var plugins = new ArrayList<>(list.list("Plugins", NetworkListReading::decoded));
        return plugins.isEmpty() ? "" : withPlugins(decoded(list), "[" + String.join(",", plugins) + "]");
    }

    private static String withPlugins(String list, String plugins) throws MalformedJson {
        var text = JsonText.parse(list, NetworkListText.LIMITS);
        if (!(text.root() instanceof JsonValue.Members root)) {
            throw new MalformedJson("the configuration is no object");
        }
        return text.with(List.of(root.member("plugins")
                .map(value -> JsonEdit.replace(value, plugins))
                .orElseGet(() -> text.append(root, List.of(JsonEdit.member("plugins", plugins))))));
    }

    private static String decoded(GoFields fields) throws MalformedJson {
        return Base64Text.decoded(fields.text("Bytes"));
    }
}
