// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AppliedStatusTest {
    private static final String THING = "/apis/example.com/v1/things/a";

    private final FakeApiServer server = FakeApiServer.plain();
    private final Caller caller = new Caller(server);

    @BeforeEach
    void define() {
        server.define("example.com/v1", "things", "Thing", false);
    }

    @AfterEach
    void close() {
        caller.close();
        server.close();
    }

    private JsonNode thing() {
        return server.get(THING).orElseThrow();
    }

    @Test
    void onlyTheStatusIsApplied() throws Exception {
        server.put(THING, "{spec: {a: 1}}");

        var answer = caller.apply(THING + "/status", "m", "{spec: {a: 2}, status: {b: 3}}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(thing().at("/spec/a").asInt()).isEqualTo(1);
        assertThat(thing().at("/status/b").asInt()).isEqualTo(3);
    }

    /** Each is an entry of its own among the managers. */
    @Test
    void whatAManagerAppliedToTheObjectDoesNotTakeItsStatusAway() throws Exception {
        server.put(THING, "{spec: {a: 1}}");
        caller.apply(THING + "/status", "m", "{status: {b: 3, c: 4}}");

        caller.apply(THING, "m", "{metadata: {finalizers: ['f']}}");
        assertThat(thing().at("/status/b").asInt()).isEqualTo(3);

        caller.apply(THING + "/status", "m", "{status: {b: 3}}");
        assertThat(thing().at("/status").has("c")).isFalse();
        assertThat(thing().at("/metadata/finalizers/0").asText()).isEqualTo("f");
    }

    @Test
    void nothingIsMadeByAStatus() throws Exception {
        assertThat(caller.apply(THING + "/status", "m", "{status: {b: 3}}").statusCode())
                .isEqualTo(404);
    }

    /** A list without keys is one value (structured-merge-diff, atomic): the one that is applied takes its place. */
    @Test
    void anEmptyListTakesThePlaceOfAWholeOne() throws Exception {
        server.put(THING, "{}");
        caller.apply(THING + "/status", "m", "{status: {list: ['a']}}");

        caller.apply(THING + "/status", "m", "{status: {list: []}}");

        assertThat(thing().at("/status/list").isArray()).isTrue();
        assertThat(thing().at("/status/list")).isEmpty();
    }
}
