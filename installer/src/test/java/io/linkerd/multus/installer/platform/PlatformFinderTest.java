// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.kube.ApiClient;
import io.linkerd.multus.service.kube.InCluster;
import io.linkerd.multus.service.kube.UrlTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformFinderTest {
    @TempDir
    private Path root;

    private final FakeCluster cluster = new FakeCluster();

    @AfterEach
    void end() {
        cluster.close();
    }

    /** It was taken for a missing right, and the node for one that is nothing special, for as long as the pod lived. */
    @Test
    void one403OfAnApiServerThatHasJustStartedSaysNothingOfTheNode() throws Exception {
        cluster.becomeOpenShift();
        cluster.refuseNode(1);
        var finder = finder();

        finder.run();

        assertThat(finder.recognise(Optional.empty()))
                .isInstanceOfSatisfying(
                        Result.Ok.class,
                        found -> assertThat(((Recognition) found.value()).platform())
                                .isEqualTo(NodePlatform.OPENSHIFT));
    }

    @Test
    void asksForTheRuntimeInModeChainedAlsoWhereThePlatformIsSaid() throws Exception {
        cluster.runtime("cri-o://1.33.1");
        var finder = finder("LINKERD_MULTUS_PLATFORM=kubernetes", "LINKERD_MULTUS_MODE=chained");
        assertThat(finder.runtime()).isEmpty();

        finder.run();

        assertThat(finder.runtime()).isEqualTo("cri-o://1.33.1");
    }

    /** Pods of a mode chained before are torn down by what CRI-O has cached: after an uninstall in mode nad they kept their addresses. */
    @Test
    void asksForTheRuntimeInAnyModeWhereItsCacheIsInReach() throws Exception {
        cluster.runtime("containerd://2.1.4");
        var finder = finder("LINKERD_MULTUS_PLATFORM=kubernetes", "LINKERD_MULTUS_MODE=nad");

        finder.run();

        assertThat(finder.runtime()).isEqualTo("containerd://2.1.4");
    }

    @Test
    void asksNobodyWhereNothingHangsOnTheRuntime() throws Exception {
        cluster.runtime("cri-o://1.33.1");
        var finder = finder(
                "LINKERD_MULTUS_PLATFORM=kubernetes", "LINKERD_MULTUS_MODE=nad", "LINKERD_MULTUS_CACHED_RESULTS=never");

        finder.run();

        assertThat(finder.runtime()).isEmpty();
    }

    private PlatformFinder finder(String... more) throws Exception {
        var settings = InstallerSettings.read(new FakeNode(root, cluster).environment(more));
        var api = settings.api().cluster();
        var transport = new UrlTransport(new InCluster(api.url(), api.tokenFile(), api.caFile()), "test");
        return new PlatformFinder(
                settings,
                new ApiClient(transport, Duration.ofSeconds(10)),
                (_, _) -> {},
                new HostRoot(root.resolve("host")),
                () -> 42,
                new Wakeups());
    }
}
