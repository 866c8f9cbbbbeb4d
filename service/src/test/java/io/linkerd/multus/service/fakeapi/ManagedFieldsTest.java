// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** As apimachinery has it ({@code managedfields.decodeLiveOrNew}): what a request says of the owners counts, unless it says none. */
class ManagedFieldsTest {
    private static final String MAP = "/api/v1/namespaces/linkerd/configmaps/linkerd-config";

    private final FakeApiServer server = FakeApiServer.plain();
    private final Caller caller = new Caller(server);

    @AfterEach
    void close() {
        caller.close();
        server.close();
    }

    private List<String> managers() {
        return server.get(MAP)
                .orElseThrow()
                .at("/metadata/managedFields")
                .valueStream()
                .map(entry -> entry.path("manager").asText())
                .toList();
    }

    @Test
    void anEntryThatIsLeftOutOfAListIsTakenOutAndGivesUpItsFields() throws Exception {
        server.put(MAP, "{metadata: {labels: {a: 'b'}}, data: {values: 'a'}}");
        caller.apply(MAP, "helm", "{data: {values: 'b'}}");
        assertThat(managers()).containsExactly(FakeApiServer.TEST, "helm");
        var first = server.get(MAP).orElseThrow().at("/metadata/managedFields/0");

        server.edit(MAP, "{metadata: {managedFields: [" + first + "]}}");

        assertThat(managers()).containsExactly(FakeApiServer.TEST);
        assertThat(server.get(MAP).orElseThrow().at("/data/values").asText()).isEqualTo("b");
    }

    @Test
    void anEmptyListChangesNothingAndOneEmptyEntryTakesOutAll() {
        server.put(MAP, "{data: {values: 'a'}}");

        server.edit(MAP, "{metadata: {managedFields: []}}");
        assertThat(managers()).containsExactly(FakeApiServer.TEST);

        server.edit(MAP, "{metadata: {managedFields: [{}]}}");
        assertThat(managers()).isEmpty();
    }
}
