// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.daemon.results.ResultByFamily.FamilyAddress;
import java.util.ArrayList;
import java.util.List;

/** Decodes results, each version into what libcni knows of it. */
final class ResultReading {
    private static final String VERSION = "cniVersion";

    private ResultReading() {}

    /** {@code fixupResultVersion} looks for the very key, and takes null for an empty result. */
    static Result<CniResult> ofPlugin(JsonValue result, String configVersion) {
        var object = result instanceof JsonValue.Null(int start, int end)
                ? new JsonValue.Members(start, end, List.of())
                : result;
        return decoded(
                object, object.text(VERSION).filter(text -> !text.isEmpty()).orElse(configVersion));
    }

    static Result<CniResult> ofCache(JsonValue result) {
        try {
            return decoded(result, GoFields.of(result, "").text(VERSION));
        } catch (MalformedJson malformed) {
            return new Result.Not<>(malformed.reason());
        }
    }

    private static Result<CniResult> decoded(JsonValue result, String versionText) {
        var version = ResultVersion.of(versionText);
        if (version.isEmpty()) {
            return new Result.Not<>("results of version " + GoText.quote(versionText) + " are not known");
        }
        try {
            var fields = GoFields.of(result, "");
            return new Result.Ok<>(
                    version.get().isByFamily() ? byFamily(fields, version.get()) : byInterface(fields, version.get()));
        } catch (MalformedJson malformed) {
            return new Result.Not<>(malformed.reason());
        }
    }

    private static CniResult byFamily(GoFields result, ResultVersion version) throws MalformedJson {
        var addresses = new ArrayList<FamilyAddress>();
        for (var family : IpFamily.values()) {
            result.object(family.member(), fields -> familyAddress(fields, family))
                    .ifPresent(addresses::add);
        }
        return new ResultByFamily(version, addresses, dns(result));
    }

    private static FamilyAddress familyAddress(GoFields fields, IpFamily family) throws MalformedJson {
        return new FamilyAddress(
                family, fields.prefix("ip"), fields.address("gateway"), fields.list("routes", ResultReading::route));
    }

    private static CniResult byInterface(GoFields result, ResultVersion version) throws MalformedJson {
        boolean old = version.namesFamilies();
        return new ResultByInterface(
                version,
                result.list("interfaces", old ? ResultReading::interfaceBefore1 : ResultReading::anInterface),
                result.list("ips", old ? ResultReading::ipBefore1 : ResultReading::ip),
                result.list("routes", ResultReading::route),
                dns(result));
    }

    private static CniInterface interfaceBefore1(GoFields fields) throws MalformedJson {
        return new CniInterface(fields.text("name"), fields.text("mac"), fields.text("sandbox"));
    }

    private static CniInterface anInterface(GoFields fields) throws MalformedJson {
        return new CniInterface(
                fields.text("name"),
                fields.text("mac"),
                fields.number("mtu").orElse(0),
                fields.text("sandbox"),
                fields.text("socketPath"),
                fields.text("pciID"));
    }

    private static CniIp ipBefore1(GoFields fields) throws MalformedJson {
        return ip(fields).withFamily(fields.text("version"));
    }

    private static CniIp ip(GoFields fields) throws MalformedJson {
        return new CniIp(fields.number("interface"), fields.prefix("address"), fields.address("gateway"));
    }

    private static Route route(GoFields fields) throws MalformedJson {
        return new Route(
                fields.prefix("dst"),
                fields.address("gw"),
                new Route.Attributes(
                        fields.number("mtu").orElse(0),
                        fields.number("advmss").orElse(0),
                        fields.number("priority").orElse(0),
                        fields.number("table"),
                        fields.number("scope")));
    }

    private static Dns dns(GoFields result) throws MalformedJson {
        return result.object(
                        "dns",
                        fields -> new Dns(
                                fields.texts("nameservers"),
                                fields.text("domain"),
                                fields.texts("search"),
                                fields.texts("options")))
                .orElse(Dns.NONE);
    }
}
