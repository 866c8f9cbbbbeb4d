// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.platform.NodeFacts.ClusterFacts;
import io.linkerd.multus.installer.platform.NodeFacts.HostFacts;
import io.linkerd.multus.installer.platform.Recognition.Recognised;
import io.linkerd.multus.installer.settings.PlatformSetting;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecognitionTest {
    private static final Optional<ClusterFacts> SILENT = Optional.empty();
    private static final HostFacts ANY = new HostFacts(true, true);

    record Case(String name, NodeFacts facts, Optional<NodePlatform> platform, boolean certain) {
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
                        true),
                new Case("the label", facts(PlatformSetting.AUTO, cluster(true, false)), openShift, true),
                new Case("the API groups", facts(PlatformSetting.AUTO, cluster(false, true)), openShift, true),
                new Case("neither", facts(PlatformSetting.AUTO, cluster(false, false)), kubernetes, true),
                new Case(
                        "the API over memory",
                        new NodeFacts(PlatformSetting.AUTO, cluster(false, false), openShift, ANY),
                        kubernetes,
                        true),
                new Case("memory", new NodeFacts(PlatformSetting.AUTO, SILENT, openShift, ANY), openShift, false),
                new Case("only one folder", silent(new HostFacts(true, false)), openShift, false),
                new Case("only the other", silent(new HostFacts(false, true)), kubernetes, false),
                new Case("both folders", silent(ANY), Optional.empty(), false),
                new Case("no folder", silent(new HostFacts(false, false)), Optional.empty(), false));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void recognises(Case given) {
        switch (Recognition.of(given.facts())) {
            case Recognised recognised -> {
                assertThat(Optional.of(recognised.platform())).isEqualTo(given.platform());
                assertThat(recognised.certain()).isEqualTo(given.certain());
            }
            case Recognition.Undecided _ -> assertThat(given.platform()).isEmpty();
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
