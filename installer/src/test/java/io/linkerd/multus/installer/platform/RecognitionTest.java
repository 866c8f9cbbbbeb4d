// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.contracts.platforms.NodeView;
import io.linkerd.multus.installer.platform.NodeFacts.ClusterFacts;
import io.linkerd.multus.installer.platform.NodeFacts.HostFacts;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecognitionTest {
    private static final Optional<ClusterFacts> SILENT = Optional.empty();
    private static final HostFacts ANY = new HostFacts(Set.of("/opt/cni/bin", "/var/lib/cni/bin"));

    record Case(String name, NodeFacts facts, Optional<NodePlatform> platform, String why) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        var openShift = Optional.of(NodePlatform.OPENSHIFT);
        var kubernetes = Optional.of(NodePlatform.KUBERNETES);
        return Stream.of(
                new Case(
                        "a person's word wins",
                        facts(Optional.of(NodePlatform.KUBERNETES), cluster(true, true)),
                        kubernetes,
                        "LINKERD_MULTUS_PLATFORM says so"),
                new Case("the label", facts(Optional.empty(), cluster(true, false)), openShift, "has the label"),
                new Case("the API groups", facts(Optional.empty(), cluster(false, true)), openShift, "serves"),
                new Case("neither", facts(Optional.empty(), cluster(false, false)), kubernetes, "neither"),
                new Case(
                        "the API over memory",
                        new NodeFacts(Optional.empty(), cluster(false, false), openShift, () -> ANY),
                        kubernetes,
                        "neither"),
                new Case(
                        "memory",
                        new NodeFacts(Optional.empty(), SILENT, openShift, () -> ANY),
                        openShift,
                        "was recognised so before"),
                new Case(
                        "only one folder",
                        silent(new HostFacts(Set.of("/var/lib/cni/bin"))),
                        openShift,
                        "only /var/lib/cni/bin"),
                new Case(
                        "only the other",
                        silent(new HostFacts(Set.of("/opt/cni/bin"))),
                        kubernetes,
                        "only /opt/cni/bin"),
                new Case("both folders", silent(ANY), Optional.empty(), "could be of any platform"),
                new Case("no folder", silent(new HostFacts(Set.of())), Optional.empty(), "has not answered yet"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void recognises(Case given) {
        switch (Recognition.of(given.facts())) {
            case Result.Ok<Recognition>(var recognition) -> {
                assertThat(given.platform()).contains(recognition.platform());
                assertThat(recognition.reason()).contains(given.why());
            }
            case Result.Not<Recognition>(var reason) -> {
                assertThat(given.platform()).isEmpty();
                assertThat(reason).contains(given.why());
            }
        }
    }

    private static NodeFacts facts(Optional<NodePlatform> said, Optional<ClusterFacts> cluster) {
        return new NodeFacts(said, cluster, Optional.empty(), () -> ANY);
    }

    private static NodeFacts silent(HostFacts host) {
        return new NodeFacts(Optional.empty(), SILENT, Optional.empty(), () -> host);
    }

    private static Optional<ClusterFacts> cluster(boolean label, boolean groups) {
        var labels = label ? Map.of("node.openshift.io/os_id", "rhcos") : Map.<String, String>of();
        return Optional.of(new ClusterFacts(Optional.of(new NodeView("node1", labels, "", "v1.33.4", "", "")), groups));
    }
}
