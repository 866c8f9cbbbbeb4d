// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.status;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.results.CniResult;
import io.linkerd.multus.daemon.results.JsonTree;
import io.linkerd.multus.daemon.results.LibcniAnswers;
import io.linkerd.multus.daemon.results.LibcniAnswers.Answer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusAnnotationTest {
    private static final JsonLimits LIMITS = JsonLimits.ofLength(1 << 10).build();

    private static final String CLUSTERS =
            "{\"cniVersion\":\"1.1.0\",\"interfaces\":[{\"name\":\"eth0\",\"mac\":\"0a:58:0a:01:02:03\",\"mtu\":1400,\"sandbox\":\"/run/netns/a\"}],"
                    + "\"ips\":[{\"interface\":0,\"address\":\"10.1.2.3/24\",\"gateway\":\"10.1.2.1\"}],"
                    + "\"routes\":[{\"dst\":\"0.0.0.0/0\",\"gw\":\"10.1.2.1\"}]}";

    @Test
    void isByteForByteWhatMultusWrites() {
        assertThat(StatusAnnotation.of(List.of(clusters(CLUSTERS)))).contains(new StatusAnnotation("""
            [{
                "name": "primary-net",
                "interface": "eth0",
                "ips": [
                    "10.1.2.3"
                ],
                "mac": "0a:58:0a:01:02:03",
                "mtu": 1400,
                "default": true,
                "dns": {},
                "gateway": [
                    "10.1.2.1"
                ]
            }]\
            """));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tellsEachResultAsMultusDoes(boolean isClusters) {
        LibcniAnswers.results()
                .forEach(answer -> assertThat(
                                value(new AttachedNetwork("ns/net", isClusters, DeviceInfo.NONE, result(answer))))
                        .as(answer.toString())
                        .isEqualTo(answer.status(isClusters)));
    }

    @Test
    void tellsNetworksInTheirOrder() {
        var second = new AttachedNetwork(
                "shop/red", false, DeviceInfo.NONE, result("{\"interfaces\":[{\"name\":\"net1\",\"sandbox\":\"s\"}]}"));

        assertThat(value(clusters(CLUSTERS), second))
                .endsWith("}" + ",{\n    \"name\": \"shop/red\",\n    \"interface\": \"net1\",\n    \"dns\": {}\n}]");
    }

    @Test
    void isNotWrittenForNetworksThatMadeNoInterface() {
        assertThat(StatusAnnotation.of(List.of())).isEmpty();
        assertThat(StatusAnnotation.of(List.of(
                        clusters("{\"dns\":{}}"), clusters("{\"interfaces\":[{\"name\":\"a\"},{\"name\":\"b\"}]}"))))
                .isEmpty();
    }

    static Stream<Arguments> devices() {
        return Stream.of(
                arguments(
                        "{\"type\":\"pci\",\"version\":\"1.1.0\",\"pci\":{\"x\":1,\"rdma-device\":\"<mlx5>\",\"pci-address\":\"3b:00.2\"}}",
                        """
                        {
                                "type": "pci",
                                "version": "1.1.0",
                                "pci": {
                                    "pci-address": "3b:00.2",
                                    "rdma-device": "\\u003cmlx5\\u003e"
                                }
                            }\
                        """),
                arguments("{}", "{}"),
                arguments("{\"memif\":{\"mode\":\"ip\"},\"vdpa\":{},\"vhost-user\":null}", """
                    {
                            "vdpa": {},
                            "memif": {
                                "mode": "ip"
                            }
                        }\
                    """));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void tellsADeviceAsMultusDoes(String file, String told) {
        var network = new AttachedNetwork(
                "n", false, device(file).orElse(_ -> DeviceInfo.NONE), result("{\"interfaces\":[{}]}"));

        assertThat(value(network))
                .isEqualTo("[{\n    \"name\": \"n\",\n    \"dns\": {},\n    \"device-info\": " + told + "\n}]");
    }

    @Test
    void saysWhereADeviceIsWrong() {
        assertThat(device("{\"pci\":{\"pci-address\":7}}"))
                .isEqualTo(new Result.Not<>("device-info.pci.pci-address is no text"));
        assertThat(device("[]")).isEqualTo(new Result.Not<>("device-info is no object"));
    }

    @Test
    void isWrittenToNoOtherPodOfTheName() {
        assertThat(JsonTree.of(new StatusAnnotation("[{\n}]").mergePatch("a-b")))
                .isEqualTo(JsonTree.of("{\"metadata\":{\"annotations\":{\"k8s.v1.cni.cncf.io/network-status\":\"[{\\n"
                        + "}]\"},\"uid\":\"a-b\"}}"));
        assertThat(JsonTree.of(StatusAnnotation.removalPatch("a-b")))
                .isEqualTo(Map.of(
                        "metadata", Map.of("annotations", Map.of(StatusAnnotation.NAME, "null"), "uid", "\"a-b")));
    }

    private static Result<DeviceInfo> device(String file) {
        return JsonValue.read(file.getBytes(UTF_8), LIMITS).then(DeviceInfo::read);
    }

    private static AttachedNetwork clusters(String output) {
        return new AttachedNetwork("primary-net", true, DeviceInfo.NONE, result(output));
    }

    private static String value(AttachedNetwork... networks) {
        return StatusAnnotation.of(List.of(networks))
                .map(StatusAnnotation::value)
                .orElse("[]");
    }

    private static CniResult result(Answer answer) {
        return CniResult.ofPlugin(answer.stdout().getBytes(UTF_8), answer.configVersion())
                .orElse(reason -> {
                    throw new AssertionError(reason);
                });
    }

    private static CniResult result(String output) {
        return CniResult.ofPlugin(output.getBytes(UTF_8), "1.0.0").orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
