// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How the JVM of each service is run: small, quick to start, and dead rather than sick. */
final class JvmFlags {
    private static final List<String> COMMON = List.of(
            // One thread for collections of heaps of a few dozen MiB; G1 would take 30 MiB for itself.
            "-XX:+UseSerialGC",
            // The C1 compiler alone: half the memory and start-up time for a third of the peak throughput, which is
            // never asked for.
            "-XX:TieredStopAtLevel=1",
            // Addresses, not memory. What is compiled since the last full collection may be 15 % of it
            // (SweeperThreshold)
            // before there is another, which a start can do without.
            "-XX:ReservedCodeCacheSize=64m",
            // Else a start compiles at once what training has called often: a fifth of the start's processor time.
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTReplayTraining",
            "-Xss256k",
            // No file in /tmp: the root file system is read-only.
            "-XX:-UsePerfData",
            // A process that is out of memory is restarted by the kubelet, and its crash report is in the pod's log.
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+ErrorFileToStderr",
            // The health port is plain and open: who sends half a request, or takes no answer, is cut off after so many
            // seconds, and there is an end to how many are served at once.
            "-Dsun.net.httpserver.maxReqTime=10",
            "-Dsun.net.httpserver.maxRspTime=10",
            "-Djdk.httpserver.maxConnections=200",
            "-Dsun.net.httpserver.maxReqHeaderSize=16384",
            // Netty's use of it is known; without this every start prints a warning.
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED");

    /** Two arenas of the C library's allocator in place of eight for each processor of the node. */
    static final Map<String, String> ENVIRONMENT = Map.of("MALLOC_ARENA_MAX", "2");

    private JvmFlags() {}

    static List<String> of(Service service) {
        return Stream.concat(COMMON.stream(), heap(service).stream()).toList();
    }

    private static List<String> heap(Service service) {
        // A start fills the young generation of controller and webhook a few times, for a few MiB more in memory.
        return switch (service) {
            case INSTALLER -> List.of("-Xms8m", "-Xmn4m", "-Xmx24m");
            case CONTROLLER -> List.of("-Xms32m", "-Xmn16m", "-Xmx96m");
            case WEBHOOK -> List.of("-Xms32m", "-Xmn16m", "-Xmx64m");
        };
    }
}
