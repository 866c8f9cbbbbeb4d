// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.routes.DefaultRouteRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The form {@code [{"name":"n","namespace":"ns","ips":["10.0.0.1"]}]}. */
final class JsonElements {
    private JsonElements() {}

    static Result<List<SelectionElement>> read(String value, String defaultNamespace) {
        try {
            return new Result.Ok<>(elements(JsonText.parse(value, NetworksAnnotation.LIMITS), defaultNamespace));
        } catch (MalformedJson malformed) {
            return new Result.Not<>(
                    "parsePodNetworkAnnotation: failed to parse pod Network Attachment Selection Annotation JSON format: "
                            + malformed.reason());
        }
    }

    private static List<SelectionElement> elements(JsonText json, String defaultNamespace) throws MalformedJson {
        if (!(json.root() instanceof JsonValue.Elements list)) {
            throw new MalformedJson("its JSON is not a list");
        }
        if (list.elements().size() > NetworksAnnotation.MOST) {
            throw new MalformedJson("more than " + NetworksAnnotation.MOST + " networks");
        }
        var elements = new ArrayList<SelectionElement>();
        for (var element : list.elements()) {
            var place = "entry " + (elements.size() + 1) + " of its list";
            if (!(element instanceof JsonValue.Members members)) {
                throw new MalformedJson(place + " is not an object");
            }
            elements.add(element(new ElementFields(json, members, place), defaultNamespace));
        }
        return List.copyOf(elements);
    }

    private static SelectionElement element(ElementFields fields, String defaultNamespace) throws MalformedJson {
        var network = new NetworkName(
                fields.text("namespace").orElse(defaultNamespace),
                fields.text("name").orElse(""));
        var oldName = fields.text("interfaceRequest");
        return new SelectionElement(
                network,
                new NetworkWishes(
                        fields.text("interface").or(() -> oldName),
                        fields.text("mac"),
                        fields.text("infiniband-guid"),
                        fields.texts("ips"),
                        portMappings(fields),
                        bandwidth(fields),
                        fields.text("deviceID"),
                        cniArgs(fields),
                        defaultRoute(fields)));
    }

    private static Optional<String> portMappings(ElementFields fields) throws MalformedJson {
        var entries = new ArrayList<String>();
        for (var entry : fields.objects("portMappings")) {
            var members = new ArrayList<String>();
            members.add(number(entry, "hostPort"));
            members.add(number(entry, "containerPort"));
            entry.text("protocol").ifPresent(text -> members.add(JsonEdit.member("protocol", JsonEdit.quote(text))));
            entry.text("hostIP").ifPresent(text -> members.add(JsonEdit.member("hostIP", JsonEdit.quote(text))));
            entries.add("{" + String.join(",", members) + "}");
        }
        return entries.isEmpty() ? Optional.empty() : Optional.of("[" + String.join(",", entries) + "]");
    }

    private static Optional<String> bandwidth(ElementFields fields) throws MalformedJson {
        var bandwidth = fields.object("bandwidth");
        if (bandwidth.isEmpty()) {
            return Optional.empty();
        }
        var members = new ArrayList<String>();
        for (var field : List.of("ingressRate", "ingressBurst", "egressRate", "egressBurst")) {
            members.add(number(bandwidth.get(), field));
        }
        return Optional.of("{" + String.join(",", members) + "}");
    }

    private static String number(ElementFields fields, String field) throws MalformedJson {
        return JsonEdit.member(field, Long.toString(fields.number(field)));
    }

    private static Map<String, String> cniArgs(ElementFields fields) throws MalformedJson {
        var args = new LinkedHashMap<String, String>();
        fields.object("cni-args")
                .ifPresent(object -> object.members()
                        .members()
                        .forEach(member -> args.put(member.name(), fields.json().written(member.value()))));
        return args;
    }

    private static DefaultRouteRequest defaultRoute(ElementFields fields) throws MalformedJson {
        if (fields.list("default-route").isEmpty()) {
            return new DefaultRouteRequest.Unasked();
        }
        var gateways = fields.texts("default-route");
        for (var gateway : gateways) {
            if (!Addresses.isIp(gateway)) {
                throw new MalformedJson("invalid IP address: " + NetworksAnnotation.shown(gateway));
            }
        }
        return new DefaultRouteRequest.Asked(
                gateways.stream().map(IpAddress::new).toList());
    }
}
