// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import static io.linkerd.multus.contracts.cases.Cases.anyBytes;
import static io.linkerd.multus.contracts.cases.Cases.property;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.caches.CachedNetwork.Device;
import io.linkerd.multus.daemon.caches.CachedNetwork.Kept;
import io.linkerd.multus.daemon.caches.CachedNetwork.Request;
import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.results.JsonTree;
import io.linkerd.multus.daemon.routes.DefaultRouteRequest;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file is what Multus 4.3.0 wrote, and what we write is what it was seen to read. */
class UpstreamNetworksTest {
    @Test
    void readsTheNetworksThatMultusKept() throws IOException {
        var networks = networks(UpstreamFiles.bytes("multus-4.3.0-networks.json"));

        assertThat(networks).hasSize(3);
        assertThat(networks.get(1))
                .isEqualTo(new Kept(
                        "shop/red",
                        "{\"cniVersion\":\"0.3.1\",\"deviceID\":\"0000:3b:00.2\",\"name\":\"red\",\"pciBusID\":\"0000:3b:00.2\","
                                + "\"type\":\"macvlan\",\"x\":{\"y\":1}}",
                        new Request(
                                "red0",
                                "0a:00:00:00:00:01",
                                "g",
                                List.of("10.1.2.9/24"),
                                new DefaultRouteRequest.Asked(
                                        List.of(new IpAddress("10.1.2.1"), new IpAddress("fd00::1"))),
                                new Device("0000:3b:00.2", "vendor/res"))));
        assertThat(((Kept) networks.get(2)).request().defaultRoute())
                .isEqualTo(new DefaultRouteRequest.Asked(List.of()));
    }

    /** Multus 4.3.0 calls the plugins without {@code dataDir}, and the address stays taken. */
    @Test
    void givesBackTheAddressOfAPodThatMultusAttachedByAFile() throws IOException {
        var primary = (Kept)
                networks(UpstreamFiles.bytes("multus-4.3.0-networks.json")).getFirst();

        assertThat(JsonTree.of(primary.configuration())).isEqualTo(JsonTree.of("""
            {"cniVersion":"1.0.0","name":"primary","disableCheck":true,"plugins":[
            {"type":"bridge","kubeconfig":"/k","ipam":{"type":"host-local","dataDir":"/d"}},
            {"type":"portmap","capabilities":{"portMappings":true}},
            {"type":"extra","a":1}]}\
            """));
    }

    /** So have them all but 4.2.1 to 4.3.0. */
    @Test
    void readsTheNetworksOfAnyOtherMultus() throws IOException {
        var text = new String(UpstreamFiles.bytes("multus-4.3.0-networks.json"), UTF_8)
                .replaceAll("\"CNINetworkConfigList\":.*?\"Bytes\":(null|\"[^\"]*\")},\"Name\"", "\"Name\"");

        assertThat(text).doesNotContain("CNINetworkConfigList");
        assertThat(networks(text.getBytes(UTF_8)))
                .extracting(network -> ((Kept) network).name())
                .containsExactly("primary", "shop/red", "shop/blue");
        assertThat(((Kept) networks(text.getBytes(UTF_8)).getFirst()).configuration())
                .startsWith("{\"cniVersion\":\"1.0.0\",\"name\":\"primary\"")
                .doesNotContain("dataDir");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '$', textBlock = """
        {}                                                         | the configuration is missing
        {"Bytes":null}                                             | the configuration is missing
        {"Bytes":"%"}                                              | the configuration is no text in Base64
        {"Bytes":"/w=="}                                           | the configuration is no text in Base64
        {"Bytes":"e30=","ipRequest":"10.1.2.3"}                    | the entry.ipRequest is no list
        {"Bytes":"e30=","default-route":["x"]}                     | default-route: "x" is no IP address
        {"CNINetworkConfigList":{"Plugins":[{}],"Bytes":"e30="}}   | the configuration is missing
        {"CNINetworkConfigList":{"Plugins":[{"Bytes":"e30="}],"Bytes":"W10="}} | the configuration is no object
        7                                                          | the entry is no object
        """)
    void keepsThePlacesOfOtherNetworksBesideADamagedOne(String entry, String reason) {
        assertThat(networks(("[" + entry + ",{\"Name\":\"red\",\"Bytes\":\"e30=\"}]").getBytes(UTF_8)))
                .containsExactly(new CachedNetwork.Damaged(reason), new Kept("red", "{}", Request.NOTHING));
    }

    @Test
    void writesAListThatMultusTellsFromAPlugin() {
        var plugin = new Kept("shop/red", "{\"name\":\"red\",\"type\":\"macvlan\"}", Request.NOTHING);
        var list = new Kept(
                "primary", "{\"name\":\"primary\",\"plugins\":[{\"type\":\"bridge\",\"x\":1}]}", Request.NOTHING);

        assertThat(JsonTree.of(NetworkListText.of(List.of(plugin, list)))).isEqualTo(JsonTree.of("""
            [{"Conf":{"name":"red","type":"macvlan"},"Name":"shop/red",
            "Bytes":"eyJuYW1lIjoicmVkIiwidHlwZSI6Im1hY3ZsYW4ifQ=="},
            {"Conf":{"name":"primary"},
            "ConfList":{"cniVersion":"0.1.0","name":"primary","plugins":[{"type":"bridge"}]},"Name":"primary",
            "Bytes":"eyJuYW1lIjoicHJpbWFyeSIsInBsdWdpbnMiOlt7InR5cGUiOiJicmlkZ2UiLCJ4IjoxfV19"}]\
            """));
    }

    @Test
    void saysWhereATornListEnds() throws IOException {
        var file = UpstreamFiles.bytes("multus-4.3.0-networks.json");
        for (int length = 0; length < file.length; length++) {
            assertThat(NetworkListText.read(Arrays.copyOf(file, length))).isInstanceOf(Result.Not.class);
        }
    }

    @Test
    void readsAnyBytesWithoutFailing() {
        property()
                .forAll(anyBytes())
                .checkAssert(bytes -> assertThat(NetworkListText.read(bytes)).isNotNull());
    }

    @Test
    void readsTheNetworksThatItWrites() {
        property()
                .forAll(RandomNetworks.networks())
                .checkAssert(networks -> assertThat(NetworkListText.read(
                                NetworkListText.of(networks).getBytes(UTF_8)))
                        .isEqualTo(new Result.Ok<>(List.<CachedNetwork>copyOf(networks))));
    }

    private static List<CachedNetwork> networks(byte[] file) {
        return NetworkListText.read(file).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
