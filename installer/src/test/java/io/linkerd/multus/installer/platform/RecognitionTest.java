// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.platform.NodeFacts.ClusterFacts;
import io.linkerd.multus.installer.platform.NodeFacts.HostFacts;
import io.linkerd.multus.installer.settings.PlatformSetting;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecognitionTest {
    private static final Optional<ClusterFacts> SILENT = Optional.empty();
    private static final HostFacts ANY = new HostFacts(true, true);

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
                        facts(PlatformSetting.KUBERNETES, cluster(true, true)),
                        kubernetes,
                        "LINKERD_MULTUS_PLATFORM says so"),
                new Case("the label", facts(PlatformSetting.AUTO, cluster(true, false)), openShift, "has the label"),
                new Case("the API groups", facts(PlatformSetting.AUTO, cluster(false, true)), openShift, "serves"),
                new Case("neither", facts(PlatformSetting.AUTO, cluster(false, false)), kubernetes, "neither"),
                new Case(
                        "the API over memory",
                        new NodeFacts(PlatformSetting.AUTO, cluster(false, false), openShift, ANY),
                        kubernetes,
                        "neither"),
                new Case(
                        "memory",
                        new NodeFacts(PlatformSetting.AUTO, SILENT, openShift, ANY),
                        openShift,
                        "was recognised so before"),
                new Case("only one folder", silent(new HostFacts(true, false)), openShift, "only /var/lib/cni/bin"),
                new Case("only the other", silent(new HostFacts(false, true)), kubernetes, "only /opt/cni/bin"),
                new Case("both folders", silent(ANY), Optional.empty(), "could be of any platform"),
                new Case("no folder", silent(new HostFacts(false, false)), Optional.empty(), "has not answered yet"));
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

    private static NodeFacts facts(PlatformSetting setting, Optional<ClusterFacts> cluster) {
        return new NodeFacts(setting, cluster, Optional.empty(), ANY);
    }

    private static NodeFacts silent(HostFacts host) {
        return new NodeFacts(PlatformSetting.AUTO, SILENT, Optional.empty(), host);
    }

    private static Optional<ClusterFacts> cluster(boolean label, boolean groups) {
        return Optional.of(new ClusterFacts(label, groups));
    }
}
