// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.shim.ShimBuild;
import io.linkerd.multus.daemon.shim.ShimCall;
import io.linkerd.multus.daemon.wire.WireDaemon.Program;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.GoTools;
import io.linkerd.multus.localcluster.programs.MultusPrograms;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our shim and daemon in the place of upstream's, one or both: only what {@link Differences} names is another. */
class WireMatrixIT {
    private static final Map<String, String> AS_UPSTREAM =
            Map.of("LINKERD_MULTUS_UNKNOWN_PODS", "answered-without-network");

    @TempDir
    private Path folder;

    @Test
    void runtimesCannotTellUsFromUpstream() throws Exception {
        LocalClusterExtension.assumeRoot("daemons run in mounts and network namespaces of their own");
        compare(Generation.V4_3_0, MultusPrograms.ofClusters(tools(), LocalClusterExtension.project()));
    }

    @Tag("nightly")
    @Tag("releases")
    @ParameterizedTest
    @EnumSource(names = {"V4_2_4", "V4_1_4", "V4_0_2"})
    void norFromAnEarlierGeneration(Generation generation) throws Exception {
        LocalClusterExtension.assumeRoot("daemons run in mounts and network namespaces of their own");
        compare(generation, MultusPrograms.ofVersion(tools(), LocalClusterExtension.project(), generation.version()));
    }

    @Test
    void aDelWithoutADaemonIsToldInTheSameWords() throws Exception {
        compareWithoutDaemon("DEL");
    }

    /** Both wait for a minute, beside each other. */
    @Tag("nightly")
    @Tag("releases")
    @Test
    void aDaemonThatDoesNotComeIsToldInTheSameWords() throws Exception {
        compareWithoutDaemon("ADD");
    }

    private void compareWithoutDaemon(String command) throws Exception {
        LocalClusterExtension.assumeRoot("the programs of clusters are built by root");
        var upstream = MultusPrograms.ofClusters(tools(), LocalClusterExtension.project());
        var config = "{\"cniVersion\":\"1.1.0\",\"name\":\"n\",\"type\":\"multus-shim\",\"daemonSocketDir\":\"" + folder
                + "/s\",\"cniDir\":\"" + folder + "/cni\"}";

        var one = ShimCall.of(upstream.shim(), command, config).begin();
        var other = ShimCall.of(ShimBuild.SPOOLING.shim(), command, config).begin();

        assertThat(other.join().out()).isEqualTo(one.join().out());
        assertThat(other.join().exit()).isEqualTo(one.join().exit());
    }

    private void compare(Generation generation, MultusPrograms upstream) throws Exception {
        try (var cluster = new WireCluster(LocalClusterExtension.kubernetes());
                var network = network()) {
            var all = new LinkedHashMap<Pairing, Map<String, Seen>>();
            for (var pairing : Pairing.all()) {
                all.put(
                        pairing,
                        run(generation, pairing, upstream, cluster, Path.of("/proc/" + network.pid() + "/ns/net")));
            }
            assertThat(Differences.unexpected(generation, all)).isEmpty();
        }
    }

    private Map<String, Seen> run(
            Generation generation, Pairing pairing, MultusPrograms upstream, WireCluster cluster, Path network)
            throws Exception {
        var node = WireNode.in(
                Files.createDirectory(
                        folder.resolve(pairing.toString().replaceAll("[^A-Z]", "") + pairing.asUpstream())),
                generation.newestCni(),
                pairing.asUpstream());
        var shim = pairing.shim() == Maker.OURS ? ShimBuild.SPOOLING.shim() : upstream.shim();
        var ours = Program.ours(node, pairing.asUpstream() ? AS_UPSTREAM : Map.of());
        var seen = new LinkedHashMap<String, Seen>();
        try (var stand = new WireStand(
                node,
                cluster,
                whose -> whose == Maker.OURS ? ours : Program.upstream(upstream.daemon(), node),
                pairing.daemon())) {
            var runtime = new WireRuntime(stand, shim, network);
            for (var scenario : scenarios(generation, pairing)) {
                seen.put(scenario.name(), scenario.steps().run(runtime));
            }
        }
        return seen;
    }

    /** With switches set, those are run that a switch is for; what upstream's did not know then is left to our shim, which asks its daemon. */
    private static List<Scenario> scenarios(Generation generation, Pairing pairing) {
        return Scenario.all().stream()
                .filter(scenario -> !pairing.asUpstream() || KnownDifferences.hasSwitch(generation, scenario.name()))
                .filter(scenario -> generation.knowsGarbageCollection()
                        || !scenario.isOfNewCommand()
                        || pairing.daemon() == Maker.UPSTREAM)
                .toList();
    }

    /** {@return a process that holds a network namespace} */
    private TetheredProcess network() throws IOException {
        return TetheredProcess.start(
                "a network",
                folder.resolve("network.log"),
                Map.of(),
                List.of("/usr/bin/unshare", "--net", "sleep", "infinity"));
    }

    private static GoTools tools() throws IOException, InterruptedException {
        return GoTools.of(Cache.of(System.getenv()), Progress.silent());
    }
}
