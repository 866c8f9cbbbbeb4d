// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the programs cost a node, and how they are hardened. */
class ShimFootprintIT {
    private static final long LARGEST_PROGRAM = 1 << 20;
    private static final long MOST_RESIDENT_KIB = 2048;
    private static final Duration SLOWEST_VERSION = Duration.ofMillis(2);
    private static final int ROUNDS = 7;
    private static final int CALLS = 100;

    private static final int LOADED = 1;
    private static final int DYNAMIC = 2;
    private static final int INTERPRETER = 3;
    private static final int STACK = 0x6474e551;
    private static final int READ_ONLY_AFTER_START = 0x6474e552;
    private static final int EXECUTABLE = 1;
    private static final int WRITABLE = 2;

    private List<Path> programs = List.of();

    @BeforeEach
    void build() throws Exception {
        programs = List.of(ShimBuild.RELEASE.shim(), ShimBuild.RELEASE.launcher(), ShimBuild.RELEASE.netns());
    }

    @Test
    void programsAreSmall() {
        assertThat(programs)
                .allSatisfy(program -> assertThat(Files.size(program)).isLessThan(LARGEST_PROGRAM));
    }

    /** A file that any host runs: no loader, loaded anywhere, no memory that is both written and run. */
    @Test
    void programsAreStaticAndHardened() {
        assertThat(programs).allSatisfy(program -> {
            var segments = segments(program);
            assertThat(segments).doesNotContainKey(INTERPRETER).containsKeys(LOADED, DYNAMIC, READ_ONLY_AFTER_START);
            assertThat(segments.getOrDefault(STACK, List.of()))
                    .hasSize(1)
                    .noneMatch(flags -> (flags & EXECUTABLE) != 0);
            assertThat(segments.getOrDefault(LOADED, List.of()))
                    .noneMatch(flags -> (flags & (EXECUTABLE | WRITABLE)) == (EXECUTABLE | WRITABLE));
        });
    }

    /** The best of several rounds: other work of the machine makes a round slower, and nothing makes it faster. A shell starts them. */
    @Test
    void versionTakesNoTime() throws Exception {
        long best = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            best = Math.min(best, nanosOfVersion());
        }

        assertThat(Duration.ofNanos(best)).isLessThanOrEqualTo(SLOWEST_VERSION);
    }

    /** Looked at while it waits for its input, when it has done all that VERSION does. */
    @Test
    void takesLittleMemory() throws Exception {
        var process = ShimCall.of(programs.getFirst(), "ADD", "").start();
        try (var input = process.getOutputStream()) {
            var status = Path.of("/proc/" + process.pid() + "/status");
            await().until(() -> Files.readString(Path.of("/proc/" + process.pid() + "/syscall"))
                    .matches("(?s)(7|73|271) .*"));
            var peak = Pattern.compile("VmHWM:\\s+([0-9]+) kB").matcher(Files.readString(status));
            assertThat(peak.find()).isTrue();
            assertThat(Long.parseLong(peak.group(1))).isLessThanOrEqualTo(MOST_RESIDENT_KIB);
            input.flush();
        } finally {
            process.destroy();
        }
    }

    private long nanosOfVersion() throws IOException, InterruptedException {
        var loop =
                "i=0; while [ $i -lt %d ]; do %s; i=$((i+1)); done > /dev/null".formatted(CALLS, programs.getFirst());
        var builder = new ProcessBuilder("/bin/sh", "-c", loop);
        builder.environment().put("CNI_COMMAND", "VERSION");
        long before = System.nanoTime();
        assertThat(builder.start().waitFor()).isZero();
        return (System.nanoTime() - before) / CALLS;
    }

    /** Returns the flags of a 64-bit program's segments by their kind: man 5 elf. */
    private static Map<Integer, List<Integer>> segments(Path program) throws IOException {
        var bytes = ByteBuffer.wrap(Files.readAllBytes(program)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(new String(bytes.array(), 1, 3, US_ASCII)).isEqualTo("ELF");
        int start = Math.toIntExact(bytes.getLong(32));
        int size = bytes.getShort(54);
        var result = new TreeMap<Integer, List<Integer>>();
        IntStream.range(0, bytes.getShort(56))
                .map(i -> start + i * size)
                .forEach(at -> result.merge(
                        bytes.getInt(at),
                        List.of(bytes.getInt(at + 4)),
                        (one, other) ->
                                Stream.concat(one.stream(), other.stream()).toList()));
        return result;
    }
}
