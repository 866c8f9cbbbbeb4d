// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.requests.CniCommand;
import io.linkerd.multus.daemon.requests.CniRequest.OfContainer;
import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.daemon.requests.RequestReader;
import io.linkerd.multus.daemon.requests.RequestReading;
import java.util.stream.Stream;

/**
 * A DEL of the spool.
 *
 * @param body what would have been posted to the daemon
 */
record SpooledDelete(String container, String body) {
    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(RequestReader.LONGEST).values(20_000).build();

    /** Where the number of a process names a namespace: when the DEL is replayed, it may be that of another pod. */
    private static final String BY_PROCESS = "/proc/";

    /** {@return the DEL in a file, or why there is none} */
    static Result<SpooledDelete> read(byte[] content) {
        return switch (RequestReader.read(content, Endpoint.CNI)) {
            case RequestReading.Read(OfContainer request)
            when request.command() == CniCommand.DEL ->
                new Result.Ok<>(new SpooledDelete(request.containerId().value(), body(content, request)));
            case RequestReading.Read(var request) -> new Result.Not<>("its command is " + request.command());
            case RequestReading.Refused(var refusal) ->
                new Result.Not<>(refusal.text().strip());
        };
    }

    byte[] bytes() {
        return body.getBytes(UTF_8);
    }

    private static String body(byte[] content, OfContainer request) {
        var text = new String(content, UTF_8);
        return request.networkNamespace().startsWith(BY_PROCESS)
                ? JsonText.read(text, LIMITS)
                        .map(SpooledDelete::withoutNamespace)
                        .orElse(_ -> text)
                : text;
    }

    /** CNI's DEL of a container whose namespace is gone: addresses are given back, and an interface goes with its namespace. */
    private static String withoutNamespace(JsonText json) {
        return json.with(members(json.root())
                .filter(member -> member.name().equalsIgnoreCase("env"))
                .flatMap(env -> members(env.value()))
                .filter(member -> member.name().equals("CNI_NETNS"))
                .map(member -> JsonEdit.replace(member.value(), "\"\""))
                .toList());
    }

    private static Stream<JsonValue.Member> members(JsonValue value) {
        return value instanceof JsonValue.Members object ? object.members().stream() : Stream.empty();
    }
}
