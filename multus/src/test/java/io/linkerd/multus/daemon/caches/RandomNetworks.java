// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.caches.CachedNetwork.Device;
import io.linkerd.multus.daemon.caches.CachedNetwork.Kept;
import io.linkerd.multus.daemon.caches.CachedNetwork.Request;
import io.linkerd.multus.daemon.requests.CniArgument;
import io.linkerd.multus.daemon.results.CniResult;
import io.linkerd.multus.daemon.results.Dns;
import io.linkerd.multus.daemon.results.GoJson;
import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.results.ResultByInterface;
import io.linkerd.multus.daemon.results.ResultVersion;
import io.linkerd.multus.daemon.routes.DefaultRouteRequest;
import java.util.List;
import org.quicktheories.core.Gen;

/** Networks and attachments as they may be kept, made at random. */
final class RandomNetworks {
    private RandomNetworks() {}

    /** Whatever a text in JSON can hold: characters that have two halves. */
    private static Gen<String> words() {
        return texts().map(text ->
                GoJson.quote(text).substring(1, GoJson.quote(text).length() - 1));
    }

    private static Gen<String> configurations() {
        return words().zip(
                        arbitrary()
                                .pick(
                                        "\"type\":\"bridge\"",
                                        "\"plugins\":[{\"type\":\"bridge\",\"x\":{}},{}]",
                                        "\"plugins\":7"),
                        (name, rest) -> "{ \"name\":\"" + name + "\"," + rest + "}");
    }

    private static Gen<DefaultRouteRequest> defaultRoutes() {
        return arbitrary()
                .pick(
                        new DefaultRouteRequest.Unasked(),
                        new DefaultRouteRequest.Asked(List.of()),
                        new DefaultRouteRequest.Asked(List.of(new IpAddress("10.1.2.1"), new IpAddress("fd00::1"))));
    }

    static Gen<List<Kept>> networks() {
        var requests = words().zip(
                        defaultRoutes(),
                        lists().of(words()).ofSizeBetween(0, 2),
                        (word, route, ips) ->
                                new Request(word, word, "g" + word, ips, route, new Device(word, "r" + word)));
        return lists().of(words().zip(configurations(), requests, Kept::new)).ofSizeBetween(0, 4);
    }

    static Gen<CachedAttachment> attachments() {
        var key = new AttachmentKey("red", "c1", "net1");
        Result<CniResult> result =
                new Result.Ok<>(new ResultByInterface(ResultVersion.V0_4_0, List.of(), List.of(), List.of(), Dns.NONE));
        var arguments = lists().of(words().zip(words(), CniArgument::new)).ofSizeBetween(0, 3);
        return configurations()
                .zip(
                        arguments,
                        words(),
                        (configuration, pairs, word) -> new CachedAttachment(
                                key,
                                configuration,
                                "/run/netns/" + word,
                                pairs,
                                word.isEmpty() ? "" : "{ \"mac\":\"" + word + "\" }",
                                result));
    }
}
