// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.routes.DefaultRouteRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

class NetworksAnnotationTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "net1|shop/net1",
                "net1,net2|shop/net1 shop/net2",
                "' net1 ,\tother / net2 @ eth5 '|shop/net1 other/net2@eth5",
                "a@0123456789abcde|shop/a@0123456789abcde",
                "a@|shop/a",
                "/a|shop/a",
                "a@e:h|shop/a@e:h",
                "a,,b|shop/a shop/ shop/b",
                "' '|shop/",
                "null|shop/null",
                "-|''",
            })
    void readsAListWithCommas(String annotation, String networks) {
        if (networks.isEmpty()) {
            assertThat(read(annotation)).isInstanceOf(Result.Not.class);
        } else {
            assertThat(read(annotation)).isEqualTo(new Result.Ok<>(List.of(networks.split(" "))));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a/b/c|parsePodNetworkObjectName: Invalid network object (failed at '/')",
                "a@b@c|parsePodNetworkObjectName: Invalid network object (failed at '@')",
                "A|parsePodNetworkObjectName: Failed to parse: one or more items did not match comma-delimited format (must consist of lower case"
                        + " alphanumeric characters). Must start and end with an alphanumeric character), mismatch @ 'A'",
                "-ns/a|parsePodNetworkObjectName: Failed to parse: one or more items did not match comma-delimited format (must consist of lower case"
                        + " alphanumeric characters). Must start and end with an alphanumeric character), mismatch @ '-ns'",
                "a@0123456789abcdef|parsePodNetworkObjectName: Failed to parse interface name: must be less than 15 chars and not contain '/' or spaces."
                        + " interface name '0123456789abcdef'",
                "a@x y|parsePodNetworkObjectName: Failed to parse interface name: must be less than 15 chars and not contain '/' or spaces."
                        + " interface name 'x y'",
                "a@ab/c|parsePodNetworkObjectName: Failed to parse: one or more items did not match comma-delimited format (must consist of lower case"
                        + " alphanumeric characters). Must start and end with an alphanumeric character), mismatch @ 'a@ab'",
            })
    void refusesAListWithUpstreamsWords(String annotation, String reason) {
        assertThat(read(annotation))
                .isEqualTo(new Result.Not<>("parsePodNetworkAnnotation: " + reason.replace("\"\"", "\"")));
    }

    @Test
    void refusesAnEmptyAnnotationWithUpstreamsWords() {
        assertThat(read(""))
                .isEqualTo(
                        new Result.Not<>("parsePodNetworkAnnotation: pod annotation does not have \"network\" as key"));
    }

    @Test
    void readsEveryKeyOfAnElement() {
        var annotation = """
                [{"name":"n","namespace":"ns","ips":["10.0.0.1","10.0.0.2/24"],"mac":"00:00:5e:00:53:01","infiniband-guid":"02:00:5e:10:00:00:00:01",
                  "interface":"eth7","interfaceRequest":"old","deviceID":"0000:00:1","default-route":["10.0.0.9","fe80::1"],
                  "portMappings":[{"hostPort":80,"containerPort":8080,"protocol":"tcp","hostIP":"1.2.3.4","more":1},{"containerPort":1}],
                  "bandwidth":{"ingressRate":1,"egressBurst":4,"more":[]},
                  "cni-args":{"b":{"x": [1.50, null]},"a":"t"},"ipam-claim-reference":"passed over"}]""";

        assertThat(NetworksAnnotation.read(annotation, "shop"))
                .isEqualTo(new Result.Ok<>(List.of(new SelectionElement(
                        new NetworkName("ns", "n"),
                        new NetworkWishes(
                                Optional.of("eth7"),
                                Optional.of("00:00:5e:00:53:01"),
                                Optional.of("02:00:5e:10:00:00:00:01"),
                                List.of("10.0.0.1", "10.0.0.2/24"),
                                Optional.of(
                                        "[{\"hostPort\":80,\"containerPort\":8080,\"protocol\":\"tcp\",\"hostIP\":\"1.2.3.4\"},"
                                                + "{\"hostPort\":0,\"containerPort\":1}]"),
                                Optional.of(
                                        "{\"ingressRate\":1,\"ingressBurst\":0,\"egressRate\":0,\"egressBurst\":4}"),
                                Optional.of("0000:00:1"),
                                ordered("b", "{\"x\": [1.50, null]}", "a", "\"t\""),
                                new DefaultRouteRequest.Asked(
                                        List.of(new IpAddress("10.0.0.9"), new IpAddress("fe80::1"))))))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "[]|",
                "[{\"name\":\"a\"}]|shop/a",
                "[{\"NAME\":\"a\",\"nameSpace\":\"b\"}]|b/a",
                "[{\"name\":\"a\",\"name\":null}]|shop/a",
                "[{\"name\":\"a\",\"namespace\":\"\"},{\"name\":\"b\",\"interfaceRequest\":\"e\"}]|shop/a shop/b@e",
                "[{}]|shop/",
                "[{\"name\":\"A/../B\"}]|shop/A/../B",
                "[{\"name\":\"a\",\"ips\":null,\"cni-args\":null,\"bandwidth\":null,\"portMappings\":null,\"default-route\":null}]|shop/a",
            })
    void readsJsonAsGoDoes(String annotation, String networks) {
        var expected = networks == null ? List.<String>of() : List.of(networks.split(" "));
        assertThat(read(annotation)).isEqualTo(new Result.Ok<>(expected));
    }

    @Test
    void tellsAnEmptyListOfGatewaysFromNone() {
        assertThat(wishes("[{\"name\":\"a\",\"default-route\":[]}]").defaultRoute())
                .isEqualTo(new DefaultRouteRequest.Asked(List.of()));
        assertThat(wishes("[{\"name\":\"a\"}]").defaultRoute()).isEqualTo(new DefaultRouteRequest.Unasked());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "[{\"name\":\"a\",\"mac\":\"02:00\"}]|parsePodNetworkAnnotation: failed to mac: address 02:00: invalid MAC address",
                "[{\"name\":\"a\",\"infiniband-guid\":\"x\"}]|parsePodNetworkAnnotation: failed to validate infiniband GUID: address x: invalid MAC address",
                "[{\"name\":\"a\",\"ips\":[\"1.2.3.4\",\"1.2.3\"]}]|failed to parse IP address \"1.2.3\"",
                "[{\"name\":\"a\",\"ips\":[\"1.2.3.4/33\"]}]|failed to parse CIDR \"1.2.3.4/33\": invalid CIDR address: 1.2.3.4/33",
                "[{\"name\":\"a\",\"ips\":[null]}]|failed to parse IP address \"\"",
            })
    void refusesWrongAddressesWithUpstreamsWords(String annotation, String reason) {
        assertThat(read(annotation)).isEqualTo(new Result.Not<>(reason));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[",
                "{\"name\":\"a\"}",
                "\"a\"",
                "[null]",
                "[1]",
                "[[]]",
                "[{\"name\":1}]",
                "[{\"name\":\"a\",\"ips\":\"1.2.3.4\"}]",
                "[{\"name\":\"a\",\"ips\":[1]}]",
                "[{\"name\":\"a\",\"mac\":{}}]",
                "[{\"name\":\"a\",\"portMappings\":{}}]",
                "[{\"name\":\"a\",\"portMappings\":[{\"hostPort\":\"80\"}]}]",
                "[{\"name\":\"a\",\"portMappings\":[{\"hostPort\":8e1}]}]",
                "[{\"name\":\"a\",\"bandwidth\":[]}]",
                "[{\"name\":\"a\",\"cni-args\":[]}]",
                "[{\"name\":\"a\",\"default-route\":\"1.2.3.4\"}]",
                "[{\"name\":\"a\",\"default-route\":[\"gateway\"]}]",
                "[{\"name\":\"a\"}] x",
                "a,\"b\"",
            })
    void refusesWhatGoCannotDecode(String annotation) {
        assertThat(read(annotation))
                .isInstanceOfSatisfying(
                        Result.Not.class,
                        refusal -> assertThat(refusal.reason())
                                .startsWith(
                                        "parsePodNetworkAnnotation: failed to parse pod Network Attachment Selection Annotation JSON format: "));
    }

    @Test
    void refusesMoreNetworksThanAnyPodHas() {
        assertThat(read("a,".repeat(1000) + "a"))
                .isEqualTo(new Result.Not<>("parsePodNetworkAnnotation: more than 1000 networks"));
        assertThat(read("[" + "{},".repeat(1000) + "{}]")).isInstanceOf(Result.Not.class);
        assertThat(read("a".repeat(300 << 10))).isInstanceOf(Result.Not.class);
    }

    @Test
    void anyTextHasAnAnswer() {
        property()
                .forAll(oneOf(
                        texts(), texts().map(text -> "[" + text), texts().map(text -> "[{\"name\":" + text + "}]")))
                .checkAssert(text -> {
                    if (NetworksAnnotation.read(text, "shop")
                            instanceof Result.Not<List<SelectionElement>>(var reason)) {
                        assertThat(reason).isNotBlank().doesNotContain("\n");
                    }
                });
    }

    @Test
    void bothFormsSayTheSame() {
        property().forAll(lists().of(elements()).ofSizeBetween(1, 5)).checkAssert(list -> {
            var commas = list.stream().map(NetworksAnnotationTest::withCommas).collect(Collectors.joining(" , "));
            var json = list.stream().map(NetworksAnnotationTest::asJson).collect(Collectors.joining(",", "[", "]"));
            assertThat(NetworksAnnotation.read(commas, "shop"))
                    .isEqualTo(NetworksAnnotation.read(json, "shop"))
                    .isEqualTo(new Result.Ok<>(list));
        });
    }

    private static Gen<SelectionElement> elements() {
        return arbitrary()
                .pick("shop", "default", "0")
                .zip(
                        arbitrary().pick("net1", "a", "x-9"),
                        arbitrary().pick("", "eth0", "lö:1"),
                        (namespace, name, asked) -> new SelectionElement(
                                new NetworkName(namespace, name),
                                NetworkWishes.ofInterface(Optional.of(asked).filter(text -> !text.isEmpty()))));
    }

    private static String withCommas(SelectionElement element) {
        return element.network()
                + element.wishes().interfaceName().map(name -> "@" + name).orElse("");
    }

    private static String asJson(SelectionElement element) {
        var members = new LinkedHashMap<String, String>();
        members.put("namespace", JsonEdit.quote(element.network().namespace()));
        members.put("name", JsonEdit.quote(element.network().name()));
        element.wishes().interfaceName().ifPresent(name -> members.put("interface", JsonEdit.quote(name)));
        return RewrittenObject.of(members);
    }

    private static NetworkWishes wishes(String annotation) {
        return NetworksAnnotation.read(annotation, "shop")
                .orElse(reason -> {
                    throw new AssertionError(reason);
                })
                .getFirst()
                .wishes();
    }

    private static Result<List<String>> read(String annotation) {
        return NetworksAnnotation.read(annotation, "shop")
                .map(list ->
                        list.stream().map(NetworksAnnotationTest::withCommas).toList());
    }

    private static Map<String, String> ordered(String... pairs) {
        var map = new LinkedHashMap<String, String>();
        for (int at = 0; at < pairs.length; at += 2) {
            map.put(pairs[at], pairs[at + 1]);
        }
        return map;
    }
}
