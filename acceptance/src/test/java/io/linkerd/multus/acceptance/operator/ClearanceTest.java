// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClearanceTest {
    private static final String KIND = "/apis/multus.linkerd.io/v1alpha1/linkerdmultuses";
    private static final String SETTINGS = "/api/v1/namespaces/shop/configmaps/settings";
    private static final String MADE = "/api/v1/namespaces/shop/configmaps/made";
    private static final String LEASE = "/apis/coordination.k8s.io/v1/namespaces/shop/leases/a";

    private final FakeApiServer server = FakeApiServer.plain()
            .define("multus.linkerd.io/v1alpha1", "linkerdmultuses", "LinkerdMultus", false)
            .define("apiextensions.k8s.io/v1", "customresourcedefinitions", "CustomResourceDefinition", false);
    private PlainApiClient api;
    private Clearance clearance;

    @BeforeEach
    void fill() throws Exception {
        for (var name : List.of("default", "kube-system", "kube-public", "kube-node-lease", "shop")) {
            server.put("/api/v1/namespaces/" + name, "{}");
        }
        server.put(SETTINGS, "{data: {key: 'right'}, metadata: {labels: {app: 'shop'}}}");
        api = new PlainApiClient(URI.create(server.url()), SSLContext.getDefault());
        clearance = new Clearance(api, KIND, Duration.ofSeconds(30));
    }

    @AfterEach
    void close() {
        api.close();
        server.close();
    }

    private void clear() throws IOException {
        clearance.run("aTest", path -> path.equals(LEASE));
    }

    @Test
    void whatATestMadeIsGone() throws Exception {
        server.put(MADE, "{}");
        server.put(KIND + "/cluster", "{metadata: {finalizers: ['multus.linkerd.io/cleanup']}}");
        server.put("/api/v1/namespaces/shop/events/a", "{reason: 'Told'}");
        server.put(LEASE, "{}");

        clear();

        assertThat(server.get(MADE)).isEmpty();
        assertThat(server.get(KIND + "/cluster"))
                .as("no controller takes its finalizer away")
                .isEmpty();
        assertThat(server.get("/api/v1/namespaces/shop/events/a")).isEmpty();
        assertThat(server.get(LEASE)).as("of a process that goes on").isPresent();
    }

    @Test
    void whatATestChangedOrDeletedIsAsBefore() throws Exception {
        var before = server.get(SETTINGS).orElseThrow();
        server.edit(SETTINGS, "{data: {key: 'wrong'}, metadata: {labels: {app: null, other: 'label'}}}");

        clear();
        assertThat(server.get(SETTINGS).orElseThrow().path("data")).isEqualTo(before.path("data"));
        assertThat(server.get(SETTINGS).orElseThrow().at("/metadata/labels")).isEqualTo(before.at("/metadata/labels"));

        server.remove(SETTINGS);
        clear();
        assertThat(server.get(SETTINGS).orElseThrow().path("data")).isEqualTo(before.path("data"));
    }

    @Test
    void whatDoesNotGoFailsWithTheNameOfTheTest() throws Exception {
        clearance = new Clearance(api, KIND, Duration.ZERO);
        server.put(MADE, "{}");
        server.fail("DELETE " + MADE, Failure.status(403));

        assertThatThrownBy(this::clear)
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("aTest left behind", MADE, "refused: [DELETE " + MADE, "403");
    }

    @Test
    void anotherKindIsSeen() throws Exception {
        assertThat(clearance.areKindsOther()).isFalse();

        var definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/others.example.com";
        server.put(definition, "{}");
        assertThat(clearance.areKindsOther()).isTrue();

        clear();
        assertThat(clearance.areKindsOther()).isFalse();
    }
}
