// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import io.linkerd.multus.daemon.networks.PodIdentity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PodResourcesMessageTest {
    static final PodIdentity POD = new PodIdentity("telco", "fast", "u-1");

    /**
     * Three pods: one without devices, {@link #POD}, and another namespace's of its name. Written by {@code proto.Marshal} of
     * google.golang.org/protobuf from a ListPodResourcesResponse of k8s.io/kubelet v0.35.4, with a sidecar, CPUs, memory, NUMA nodes, and a
     * claim with the names {@code vendor.com/nic=vf3}, {@code malformed} and {@code a=b=c}.
     */
    static final byte[] WRITTEN_BY_GO = HexFormat.of()
            .parseHex(
                    "0a170a05706c61696e120764656661756c741a050a036170700a8f020a0466617374120574656c636f1a300a077369646563"
                            + "617212250a0f696e74656c2e636f6d2f7372696f76120c303030303a33623a30322e311a040a0208011acd010a0361707012"
                            + "270a0f696e74656c2e636f6d2f7372696f76120c303030303a33623a30322e301a060a000a02080112230a116d656c6c616e"
                            + "6f782e636f6d2f72646d6112066d6c78355f3212066d6c78355f331a0302034222120a066d656d6f72791080808080041a02"
                            + "0a002a5f12096e69632d636c61696d1a0574656c636f224b0a140a1276656e646f722e636f6d2f6e69633d7666330a0b0a09"
                            + "6d616c666f726d65640a070a05613d623d63120e6e69632e76656e646f722e636f6d1a04706f6f6c22037666332a0273310a"
                            + "350a046661737412056f746865721a260a03617070121f0a0f696e74656c2e636f6d2f7372696f76120c303030303a33623a"
                            + "30322e37");

    static final Map<String, List<String>> DEVICES = Map.of(
            "intel.com/sriov", List.of("0000:3b:02.1", "0000:3b:02.0"),
            "mellanox.com/rdma", List.of("mlx5_2", "mlx5_3"),
            "nic-claim", List.of("vf3"));

    @Test
    void readsWhatKubeletWrites() throws IOException {
        assertThat(devices(WRITTEN_BY_GO, POD)).isEqualTo(DEVICES);
        assertThat(devices(WRITTEN_BY_GO, new PodIdentity("other", "fast", "")))
                .isEqualTo(Map.of("intel.com/sriov", List.of("0000:3b:02.7")));
    }

    @Test
    void aPodThatIsNotThereOrHasNoneHasNoDevices() throws IOException {
        assertThat(devices(WRITTEN_BY_GO, new PodIdentity("default", "plain", "")))
                .isEmpty();
        assertThat(devices(WRITTEN_BY_GO, new PodIdentity("default", "fast", "")))
                .isEmpty();
        assertThat(devices(new byte[0], POD)).isEmpty();
    }

    /** Two containers that share a claim have the same device, as upstream has it. */
    @Test
    void keepsADeviceForEachContainerThatHasIt() throws IOException {
        assertThat(devices(field(1, pod(POD, device("r", "a"), device("r", "b"), device("r", "a"))), POD))
                .isEqualTo(Map.of("r", List.of("a", "b", "a")));
    }

    @Test
    void readsFieldsInAnyOrder() throws IOException {
        var container = field(3, field(2, concat(field(2, text("a")), field(1, text("r")))));
        var namespace = field(2, text("telco"));
        var name = field(1, text("fast"));
        var wanted = Map.of("r", List.of("a"));

        assertThat(devices(field(1, concat(container, name, namespace)), POD)).isEqualTo(wanted);
        assertThat(devices(field(1, concat(name, container, namespace)), POD)).isEqualTo(wanted);
        assertThat(devices(field(1, concat(container, name, field(2, text("other")))), POD))
                .isEmpty();
        assertThat(devices(field(1, concat(container, name)), POD)).isEmpty();
    }

    @Test
    void readsWhatAnyGeneratorOfListingsWrites() throws IOException {
        for (long seed = 0; seed < 500; seed++) {
            var random = new Random(seed);
            var ids = random.ints(random.nextInt(40), 0, 1000)
                    .mapToObj(each -> "0000:" + each)
                    .toList();
            var devices = new byte[ids.size()][];
            for (int i = 0; i < devices.length; i++) {
                devices[i] = device("r", ids.get(i));
            }
            var message = new ByteArrayOutputStream();
            int place = random.nextInt(20);
            for (int i = 0; i < 20; i++) {
                var pod = i == place ? POD : new PodIdentity("telco", "fast-" + i, "");
                message.write(random.nextBoolean() ? field(7, text("unknown")) : new byte[0]);
                message.write(field(1, pod(pod, i == place ? devices : new byte[][] {device("r", "another pod's")})));
            }
            assertThat(devices(message.toByteArray(), POD).getOrDefault("r", List.of()))
                    .as("seed " + seed)
                    .isEqualTo(ids);
        }
    }

    @Test
    void whateverBecomesOfItsBytesIsReadOrRefused() {
        for (long seed = 0; seed < 20_000; seed++) {
            var random = new Random(seed);
            var bytes = Arrays.copyOf(WRITTEN_BY_GO, 1 + random.nextInt(WRITTEN_BY_GO.length));
            for (int i = random.nextInt(4); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(devices(bytes, POD)).as("seed " + seed).isNotNull();
            } catch (IOException refused) {
                assertThat(refused).as("seed " + seed).message().isNotEmpty();
            }
        }
    }

    @Test
    void refusesWhatIsCutOffWithinAPod() {
        for (int length : List.of(1, 10, 200, WRITTEN_BY_GO.length - 1)) {
            assertThatThrownBy(() -> devices(Arrays.copyOf(WRITTEN_BY_GO, length), POD))
                    .as(length + " bytes")
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void refusesMoreOfThePodThanIsKept() throws IOException {
        var device = device("r", "x".repeat(4_000));
        var devices = new byte[300][];
        Arrays.fill(devices, device);

        assertThatThrownBy(() -> devices(field(1, pod(POD, concat(devices))), POD))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 1048576 are not read");
        assertThatThrownBy(() -> devices(field(1, pod(POD, device("r", "x".repeat(5_000)))), POD))
                .hasMessageContaining("has 5000 bytes");
    }

    static Map<String, List<String>> devices(byte[] message, PodIdentity pod) throws IOException {
        return PodResourcesMessage.devices(new ByteArrayInputStream(message), pod);
    }

    static byte[] pod(PodIdentity pod, byte[]... containers) throws IOException {
        var fields = new ByteArrayOutputStream();
        fields.write(field(1, text(pod.name())));
        fields.write(field(2, text(pod.namespace())));
        for (var container : containers) {
            fields.write(field(3, concat(field(1, text("app")), container)));
        }
        return fields.toByteArray();
    }

    static byte[] device(String resource, String id) throws IOException {
        return field(2, concat(field(1, text(resource)), field(2, text(id)), field(3, new byte[0])));
    }

    static byte[] field(int number, byte[] value) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var output = CodedOutputStream.newInstance(bytes);
        output.writeByteArray(number, value);
        output.flush();
        return bytes.toByteArray();
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] concat(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (var part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
