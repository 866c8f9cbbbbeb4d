// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.cli.product.Product;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VersionCommandTest {
    private static final String CLIENT = Product.built().version();

    private final FakeApiServer api = FakeApiServer.plain();

    @AfterEach
    void close() {
        api.close();
    }

    private Called version(String... arguments) {
        return Called.with(Stream.concat(Stream.of("version", "--api-addr", api.url()), Stream.of(arguments))
                .toArray(String[]::new));
    }

    private void put(String kind, String path, String labels) {
        api.put(path, """
                {"kind":"%s","metadata":{"labels":{%s}},"spec":{}}""".formatted(kind, labels));
    }

    private static String labels(String version) {
        return """
                "app.kubernetes.io/part-of":"linkerd-multus","app.kubernetes.io/instance":"multus","app.kubernetes.io/version":"%s"
                """.formatted(version);
    }

    @Test
    void theReleaseIsWhatItsWorkloadsAreLabelledWith() {
        put("Deployment", "/apis/apps/v1/namespaces/mesh/deployments/multus-webhook", labels("9.8.7"));
        put("DaemonSet", "/apis/apps/v1/namespaces/mesh/daemonsets/multus-installer", labels("9.8.6"));
        put("Deployment", "/apis/apps/v1/namespaces/shop/deployments/cart", "\"app.kubernetes.io/version\":\"1.1.1\"");

        var called = version();

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.out())
                .isEqualTo("Client version: " + CLIENT + "\nRelease version: 9.8.6, 9.8.7 (mesh/multus)\n");
        assertThat(called.err())
                .startsWith("linkerd-multus: this program is " + CLIENT)
                .hasLineCount(1);
        assertThat(version("--short", "-n", "shop").out()).isEqualTo(CLIENT + "\nunavailable\n");
        assertThat(version("-o", "JSON").out()).contains("\"name\": \"multus-installer\"");
    }

    @Test
    void aUserWithoutTheRightIsToldWhichItIs() {
        api.fail("GET /apis/apps/v1", Failure.status(403));

        var called = version("-n", "mesh");

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.out())
                .endsWith("Release version: unknown, this user has no right to list deployments in namespace mesh\n");
    }

    @Test
    void whereTheClusterLetsTheUserNotInTheClientIsToldAllTheSame() {
        api.fail("GET ", Failure.status(401));

        var called = version();

        assertThat(called.code()).isEqualTo(Exit.NO_CLUSTER);
        assertThat(called.out()).isEqualTo("Client version: " + CLIENT + "\n");
        assertThat(called.err())
                .startsWith("linkerd-multus: the API server " + api.url())
                .hasLineCount(1);
    }

    @Test
    void clientAsksNoCluster() {
        long before = api.looks().size();

        assertThat(version("--client")).isEqualTo(new Called(Exit.FINE, "Client version: " + CLIENT + "\n", ""));
        assertThat(version("--client", "--short")).isEqualTo(new Called(Exit.FINE, CLIENT + "\n", ""));
        assertThat(version("--client", "-o", "json").out()).isEqualTo("{\n  \"client\": \"" + CLIENT + "\"\n}\n");
        assertThat(api.looks()).hasSize((int) before);
    }
}
