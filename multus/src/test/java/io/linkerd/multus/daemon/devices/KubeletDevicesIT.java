// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import static io.linkerd.multus.daemon.devices.PodResourcesMessageTest.DEVICES;
import static io.linkerd.multus.daemon.devices.PodResourcesMessageTest.POD;
import static io.linkerd.multus.daemon.devices.PodResourcesMessageTest.WRITTEN_BY_GO;
import static io.linkerd.multus.daemon.devices.PodResourcesMessageTest.device;
import static io.linkerd.multus.daemon.devices.PodResourcesMessageTest.field;
import static io.linkerd.multus.daemon.devices.PodResourcesMessageTest.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.devices.FakeKubelet.Answering;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.clocks.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kubelet answers, and answers what it should not. */
@Timeout(60)
class KubeletDevicesIT {
    private static final Duration ROOMY = Duration.ofSeconds(30);

    @TempDir
    private Path root;

    @Test
    void asksAsGrpcDoes() throws Exception {
        try (var kubelet = FakeKubelet.below(root, FakeKubelet.message(WRITTEN_BY_GO))) {
            assertThat(ask()).isEqualTo(new Result.Ok<>(DEVICES));

            assertThat(kubelet.requests()).singleElement().satisfies(head -> {
                assertThat(head.path()).hasToString("/v1.PodResourcesLister/List");
                assertThat(head.method()).hasToString("POST");
                assertThat(head.get("content-type")).hasToString("application/grpc");
                assertThat(head.get("te")).hasToString("trailers");
                assertThat(head.get("grpc-timeout").toString()).matches("9[0-9]{3}m|10000m");
            });
            assertThat(kubelet.bodies()).containsOnly((byte) 0).hasSize(5);
        }
    }

    /** More than seven MiB go through windows of 64 KiB. */
    @Test
    void readsTheAnswerOfAFullNode() throws Exception {
        var message = new ByteArrayOutputStream();
        for (int i = 0; i < 1_000; i++) {
            var devices = new byte[100][];
            for (int k = 0; k < devices.length; k++) {
                devices[k] = device("intel.com/sriov", "0000:" + i + ":" + k + "x".repeat(40));
            }
            message.write(field(1, pod(new PodIdentity("telco", "pod-" + i, ""), devices)));
        }
        message.write(WRITTEN_BY_GO);
        try (var _ = FakeKubelet.below(root, FakeKubelet.message(message.toByteArray()))) {
            assertThat(message.size()).isGreaterThan(7 << 20);
            assertThat(ask()).isEqualTo(new Result.Ok<>(DEVICES));
        }
    }

    @Test
    void readsAnAnswerThatComesByteByByte() throws Exception {
        Answering slow = stream -> {
            FakeKubelet.head(stream);
            var prefix = ByteBuffer.allocate(5).putInt(1, WRITTEN_BY_GO.length);
            for (byte each : prefix.array()) {
                FakeKubelet.data(stream, ByteBuffer.wrap(new byte[] {each}));
            }
            for (byte each : WRITTEN_BY_GO) {
                FakeKubelet.data(stream, ByteBuffer.wrap(new byte[] {each}));
            }
            FakeKubelet.end(stream, "0", "");
        };
        try (var _ = FakeKubelet.below(root, slow)) {
            assertThat(ask()).isEqualTo(new Result.Ok<>(DEVICES));
        }
    }

    @Test
    void aNodeWithoutPodsAnswersAnEmptyMessage() throws Exception {
        try (var _ = FakeKubelet.below(root, FakeKubelet.message(new byte[0]))) {
            assertThat(ask()).isEqualTo(new Result.Ok<>(Map.of()));
        }
    }

    @Test
    void asksAgainWhereKubeletHasTooManyToAnswer() throws Exception {
        var busy = FakeKubelet.status(8, "rejected by rate limit");
        try (var kubelet = FakeKubelet.below(root, busy, busy, FakeKubelet.message(WRITTEN_BY_GO))) {
            assertThat(ask()).isEqualTo(new Result.Ok<>(DEVICES));
            assertThat(kubelet.requests()).hasSize(3);
        }
    }

    @Test
    void endsAskingAKubeletThatStaysBusy() throws Exception {
        try (var _ = FakeKubelet.below(root, FakeKubelet.status(8, "rejected by rate limit"))) {
            assertThat(reason(Duration.ofSeconds(3))).contains("RESOURCE_EXHAUSTED (rejected by rate limit)");
        }
    }

    @Test
    void tellsWhatKubeletAnswers() throws Exception {
        Answering late = stream -> {
            FakeKubelet.head(stream);
            FakeKubelet.data(stream, ByteBuffer.wrap(new byte[] {0, 0, 0, 0, 9, 10, 7}));
            FakeKubelet.end(stream, "13", "100%25 of 1+1");
        };
        try (var _ = FakeKubelet.below(root, FakeKubelet.status(2, "no%0Adevices"), late, FakeKubelet.status(99, ""))) {
            assertThat(reason(ROOMY))
                    .contains("it answers UNKNOWN (no\\u000adevices)")
                    .contains("see kubelet's log");
            assertThat(reason(ROOMY)).contains("its answer ends early: INTERNAL (100% of 1+1)");
            assertThat(reason(ROOMY)).contains("it answers UNKNOWN;");
        }
    }

    @Test
    void refusesWhatIsNoAnswerOfGrpc() throws Exception {
        List<Answering> answers = new ArrayList<>();
        for (var prefix : List.of(
                new byte[] {1, 0, 0, 0, 1, 0}, new byte[] {0, 1, 0, 0, 1, 0}, new byte[] {0, -1, 0, 0, 1}, new byte[] {
                    0, 0
                })) {
            answers.add(stream -> {
                FakeKubelet.head(stream);
                FakeKubelet.data(stream, ByteBuffer.wrap(prefix));
                FakeKubelet.end(stream, "0", "");
            });
        }
        answers.add(stream -> {
            FakeKubelet.head(stream);
            FakeKubelet.data(stream, ByteBuffer.wrap(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
            FakeKubelet.end(stream, "0", "");
        });
        answers.add(FakeKubelet::close);
        answers.add(stream -> FakeKubelet.close(stream.parent()));
        try (var _ = FakeKubelet.below(root, answers.toArray(Answering[]::new))) {
            assertThat(reason(ROOMY)).contains("it does not answer as gRPC does");
            assertThat(reason(ROOMY)).contains("its answer has 16777217 bytes");
            assertThat(reason(ROOMY)).contains("its answer has 4278190081 bytes");
            assertThat(reason(ROOMY)).contains("it does not answer as gRPC does");
            assertThat(reason(ROOMY)).contains("its answer goes on after its end");
            assertThat(reason(ROOMY)).contains("it cancelled its answer");
            assertThat(reason(ROOMY))
                    .as("the kernel's word where the call still writes, such as an acknowledgement")
                    .containsAnyOf("it ended the connection", "Broken pipe", "Connection reset");
        }
    }

    @Test
    void waitsForAKubeletThatHangsNoLongerThanTheCaller() throws Exception {
        try (var _ = FakeKubelet.below(root, _ -> {})) {
            assertThat(reason(Duration.ofMillis(200))).contains("it did not answer in time");
        }
    }

    @Test
    void aCallerThatGoesAwayEndsTheWait() throws Exception {
        try (var kubelet = FakeKubelet.below(root, FakeKubelet::head)) {
            var deadline = Deadline.in(Duration.ofHours(1), System::nanoTime);
            var asked = CompletableFuture.supplyAsync(() -> devices().of(POD, deadline));
            await().until(() -> !kubelet.requests().isEmpty());
            deadline.abandon();

            await().atMost(Duration.ofSeconds(5)).until(asked::isDone);
            assertThat(asked.join()).isInstanceOf(Result.Not.class);
        }
    }

    @Test
    void readsTheCheckpointWhereKubeletHasNoSocket() throws Exception {
        checkpoint();

        assertThat(ask()).isEqualTo(new Result.Ok<>(Map.of("intel.com/sriov", List.of("a"))));
    }

    @Test
    void readsTheCheckpointOfAKubeletThatDoesNotKnowTheApi() throws Exception {
        checkpoint();
        try (var _ = FakeKubelet.below(root, FakeKubelet.status(12, "unknown service v1.PodResourcesLister"))) {
            assertThat(ask()).isEqualTo(new Result.Ok<>(Map.of("intel.com/sriov", List.of("a"))));
        }
    }

    /** It may be another kubelet's, or an older one than this pod. */
    @Test
    void doesNotReadTheCheckpointOfAKubeletThatFails() throws Exception {
        checkpoint();
        try (var _ = FakeKubelet.below(root, FakeKubelet.status(2, "no"))) {
            assertThat(reason(ROOMY)).contains("UNKNOWN (no)");
        }
        Files.deleteIfExists(FakeKubelet.socket(root));
        Files.createFile(FakeKubelet.socket(root));
        assertThat(reason(ROOMY)).contains("Connection refused");
    }

    @Test
    void saysWhatToMountWhereThereIsNeither() throws IOException {
        assertThat(reason(ROOMY))
                .contains(
                        "kubelet.sock does not exist",
                        "kubelet_internal_checkpoint does not exist",
                        "mount kubelet's folders");
        Files.createDirectories(file().resolveSibling("."));
        Files.writeString(file(), "{");
        assertThat(reason(ROOMY)).contains("it is no checkpoint of kubelet's");
    }

    @Test
    void doesNotTakeAPodWithoutUidForAnother() throws IOException {
        checkpoint();

        assertThat(devices().of(new PodIdentity("telco", "fast", ""), Deadline.in(ROOMY, System::nanoTime)))
                .isInstanceOf(Result.Not.class);
    }

    private Path file() {
        return root.resolve("var/lib/kubelet/device-plugins/kubelet_internal_checkpoint");
    }

    private void checkpoint() throws IOException {
        Files.createDirectories(file().resolveSibling("."));
        Files.writeString(file(), DeviceCheckpointIT.ENTRY.formatted("{\"0\":[\"a\"]}"));
    }

    private KubeletDevices devices() {
        return new KubeletDevices(root, RandomGenerator.of("L64X128MixRandom"));
    }

    private Result<Map<String, List<String>>> ask() {
        return devices().of(POD, Deadline.in(ROOMY, System::nanoTime));
    }

    private String reason(Duration time) {
        return devices()
                .of(POD, Deadline.in(time, System::nanoTime))
                .map(Map::toString)
                .orElse(reason -> reason);
    }
}
