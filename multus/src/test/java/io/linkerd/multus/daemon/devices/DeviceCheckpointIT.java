// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.json.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceCheckpointIT {
    static final String ENTRY = """
            {"Data":{"PodDeviceEntries":[\
            {"PodUID":"u-0","ContainerName":"c","ResourceName":"intel.com/sriov","DeviceIDs":{"0":["0000:3b:02.7"]},"AllocResp":"CgA="},\
            {"PodUID":"u-1","ContainerName":"c","ResourceName":"intel.com/sriov","DeviceIDs":%s,"AllocResp":"CgA="}],\
            "RegisteredDevices":{"intel.com/sriov":["0000:3b:02.0","0000:3b:02.1"]}},"Checksum":2890481543}""";

    @TempDir
    private Path folder;

    @Test
    void readsDevicesByNumaNode() throws Exception {
        assertThat(devices(ENTRY.formatted("{\"-1\":[\"a\"],\"1\":[\"b\",\"c\"]}")))
                .isEqualTo(Map.of("intel.com/sriov", List.of("a", "b", "c")));
    }

    @Test
    void readsTheListOfKubernetesBefore120() throws Exception {
        assertThat(devices(ENTRY.formatted("[\"b\",\"a\"]"))).isEqualTo(Map.of("intel.com/sriov", List.of("b", "a")));
    }

    @Test
    void aDeviceNearTwoNumaNodesIsOneDevice() throws Exception {
        assertThat(devices(ENTRY.formatted("{\"0\":[\"a\"],\"1\":[\"a\",\"b\"]}")))
                .isEqualTo(Map.of("intel.com/sriov", List.of("a", "b")));
    }

    @Test
    void readsKeysInAnyOrder() throws Exception {
        assertThat(devices("""
                        {"Checksum":1,"Data":{"RegisteredDevices":null,"PodDeviceEntries":[\
                        {"DeviceIDs":{"0":["a"]},"ResourceName":"r","PodUID":"u-1"},\
                        {"DeviceIDs":{"0":["b"]},"ResourceName":"r","PodUID":"u-2"}]}}""")).isEqualTo(Map.of("r", List.of("a")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Data\":{\"PodDeviceEntries\":null,\"RegisteredDevices\":{}},\"Checksum\":1}",
                "{\"Data\":{}}",
                "{\"Data\":{\"PodDeviceEntries\":[{\"PodUID\":\"u-2\",\"ResourceName\":\"r\",\"DeviceIDs\":{\"0\":[\"a\"]}}]}}"
            })
    void aPodThatIsNotThereHasNoDevices(String text) throws Exception {
        assertThat(devices(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{}",
                "[]",
                "{\"Data\":null}",
                "{\"Data\":{\"PodDeviceEntries\":{}}}",
                "{\"Data\":{\"PodDeviceEntries\":[{\"PodUID\":1}]}}",
                "{\"Data\":{\"PodDeviceEntries\":[{\"PodUID\":\"u-1\",\"DeviceIDs\":{\"0\":\"a\"}}]}}",
                "{\"Data\":{\"PodDeviceEntries\":[{\"PodUID\":\"u-1\",\"DeviceIDs\":\"a\"}]}}",
                "{\"Data\":{\"PodDeviceEntries\":[{\"PodUID\":\"u-1\""
            })
    void refusesWhatIsNoCheckpoint(String text) {
        assertThatThrownBy(() -> devices(text)).isInstanceOf(MalformedJson.class);
    }

    @Test
    void whateverBecomesOfItsTextIsReadOrRefused() throws Exception {
        var text = ENTRY.formatted("{\"0\":[\"a\"],\"1\":[\"b\"]}");
        for (long seed = 0; seed < 1_000; seed++) {
            var random = new Random(seed);
            var changed = new StringBuilder(text.substring(0, 1 + random.nextInt(text.length())));
            for (int i = random.nextInt(4); i > 0; i--) {
                changed.setCharAt(random.nextInt(changed.length()), "{}[]\",:0x".charAt(random.nextInt(9)));
            }
            try {
                assertThat(devices(changed.toString())).as("seed " + seed).isNotNull();
            } catch (MalformedJson refused) {
                assertThat(refused.reason()).as("seed " + seed).isNotEmpty();
            }
        }
    }

    private Map<String, List<String>> devices(String text) throws IOException, MalformedJson {
        var file = Files.writeString(folder.resolve("kubelet_internal_checkpoint"), text);
        return DeviceCheckpoint.devices(file, PodResourcesMessageTest.POD);
    }
}
