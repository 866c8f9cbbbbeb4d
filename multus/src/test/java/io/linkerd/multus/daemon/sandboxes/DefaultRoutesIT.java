// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.sandboxes;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.results.IpFamily;
import io.linkerd.multus.daemon.routes.RouteAction;
import io.linkerd.multus.daemon.shim.ShimBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Default routes in network namespaces of the machine, changed by the program itself. */
@Timeout(120)
@ParameterizedClass
@EnumSource(names = {"RELEASE", "CHECKED"})
class DefaultRoutesIT {
    private static final RouteAction DELETE_V4 = new RouteAction.DeleteDefaults("eth0", IpFamily.V4);
    private static final RouteAction DELETE_V6 = new RouteAction.DeleteDefaults("eth0", IpFamily.V6);
    private static final RouteAction ADD_V4 = add("net1", "198.18.1.1");
    private static final RouteAction ADD_V6 = add("net1", "fd00:19::1");
    private static final List<RouteAction> MOVES = List.of(DELETE_V4, DELETE_V6, ADD_V4, ADD_V6);
    private static final List<String> MOVED =
            List.of("default via 198.18.1.1 dev net1", "default via fd00:19::1 dev net1 metric 1024");

    private final ShimBuild build;
    private Optional<PodNamespace> opened = Optional.empty();

    @TempDir
    private Path folder;

    DefaultRoutesIT(ShimBuild build) {
        this.build = build;
    }

    @BeforeEach
    void open() throws Exception {
        opened = Optional.of(new PodNamespace());
    }

    @AfterEach
    void close() throws Exception {
        if (opened.isPresent()) {
            opened.get().delete();
        }
    }

    @Test
    void movesTheDefaultRoutesToAnotherInterface() throws Exception {
        routes("default via 198.18.0.1", "default via fd00:18::1");

        assertThat(apply(MOVES)).isEmpty();

        assertThat(pod().defaults()).isEqualTo(MOVED);
    }

    @Test
    void changesNothingWhereAllIsDone() throws Exception {
        assertThat(apply(MOVES)).isEmpty();
        assertThat(apply(MOVES)).isEmpty();

        assertThat(pod().defaults()).isEqualTo(MOVED);
    }

    /** The old route stayed, and the new one was taken for made: https://github.com/k8snetworkplumbingwg/multus-cni/issues/1444. */
    @Test
    void anotherDefaultRouteIsNotTakenForTheOneAskedFor() throws Exception {
        routes("default via 198.18.0.1", "default via fd00:18::1");

        assertThat(apply(List.of(ADD_V4)))
                .contains("cannot add the default route by gateway 198.18.1.1 on interface net1: File exists: "
                        + "another default route stands, by interface eth0");
        assertThat(apply(List.of(ADD_V6)))
                .hasValueSatisfying(reason -> assertThat(reason).endsWith("by interface eth0"));
    }

    @Test
    void aGatewayOfTheSameInterfaceThatIsAnotherIsNotTakenForTheOneAskedFor() throws Exception {
        routes("default via 198.18.1.9");

        assertThat(apply(List.of(ADD_V4)))
                .hasValueSatisfying(reason -> assertThat(reason).endsWith("by interface net1"));
    }

    @Test
    void routesOfEveryMetricGo() throws Exception {
        routes(
                "default via 198.18.0.1",
                "default via 198.18.0.9 metric 5",
                "default dev eth0 metric 9",
                "default via fd00:18::1 metric 7",
                "default via fd00:18::7 dev eth0 metric 8",
                "default dev eth0 metric 4000");

        assertThat(apply(MOVES)).isEmpty();

        assertThat(pod().defaults()).isEqualTo(MOVED);
    }

    @Test
    void otherInterfacesKeepTheirHopsOfARouteOfSeveral() throws Exception {
        routes(
                "default mtu 1300 nexthop via 198.18.0.1 dev eth0 nexthop via 198.18.1.1 dev net1 weight 3",
                "default nexthop via fd00:18::1 dev eth0 nexthop via fd00:19::1 dev net1");

        assertThat(apply(List.of(DELETE_V4, DELETE_V6))).isEmpty();

        assertThat(pod().defaults())
                .containsExactly(
                        "default via 198.18.1.1 dev net1 mtu 1300", "default via fd00:19::1 dev net1 metric 1024");
    }

    @Test
    void routesByNexthopObjectsGoAsOthersDo() throws Exception {
        pod().ip("nexthop add id 1 via 198.18.0.1 dev eth0");
        pod().ip("nexthop add id 2 via 198.18.1.1 dev net1");
        pod().ip("nexthop add id 3 group 1/2");
        routes("default nhid 3", "default nhid 1 metric 9");

        assertThat(apply(List.of(DELETE_V4))).isEmpty();

        assertThat(pod().defaults()).containsExactly("default via 198.18.1.1 dev net1");
    }

    @Test
    void otherRoutesAndTablesStay() throws Exception {
        routes("default via 198.18.0.1 table 77", "198.19.0.0/16 via 198.18.0.1", "default via 198.18.0.1");

        assertThat(apply(List.of(DELETE_V4))).isEmpty();

        assertThat(pod().ip("route show table 77")).startsWith("default via 198.18.0.1 dev eth0");
        assertThat(pod().ip("route show")).startsWith("198.18.0.0/24").contains("198.19.0.0/16 via 198.18.0.1");
    }

    /** The kernel tells them in several parts. */
    @Test
    void findsADefaultRouteAmongThousands() throws Exception {
        var batch = folder.resolve("batch");
        Files.writeString(
                batch,
                IntStream.range(0, 3000)
                        .mapToObj(each -> "route add 198.19." + each / 250 + "." + each % 250 + "/32 via 198.18.0.1\n")
                        .collect(Collectors.joining()));
        pod().ip("-batch " + batch);
        routes("default via 198.18.0.1");

        assertThat(apply(List.of(DELETE_V4, ADD_V4))).isEmpty();

        assertThat(pod().defaults()).containsExactly(MOVED.getFirst());
        assertThat(pod().ip("route show").lines()).hasSize(3003);
    }

    @Test
    void saysWhatCannotBeDone() throws Exception {
        assertThat(apply(List.of(add("net1", "198.19.9.1"))))
                .hasValueSatisfying(reason -> assertThat(reason)
                        .startsWith("cannot add the default route by gateway 198.19.9.1 on interface net1: Network")
                        .contains("Nexthop has invalid gateway"));
        assertThat(apply(List.of(add("net2", "198.18.1.1"))))
                .contains("cannot add the default route by gateway 198.18.1.1 on interface net2: No such device");
        pod().ip("link set net1 down");
        assertThat(apply(List.of(ADD_V4)))
                .hasValueSatisfying(reason -> assertThat(reason).contains("on interface net1: Network"));
    }

    /** As a device that a pod's program has whole is none of the kernel's interfaces. */
    @Test
    void anInterfaceThatIsNotThereHasNoDefaultRoutes() {
        assertThat(apply(List.of(new RouteAction.DeleteDefaults("net2", IpFamily.V4))))
                .isEmpty();
    }

    @Test
    void nothingAfterAFailureIsDone() throws Exception {
        routes("default via 198.18.0.1");

        assertThat(apply(List.of(add("net1", "198.19.9.1"), DELETE_V4))).isPresent();

        assertThat(pod().defaults()).containsExactly("default via 198.18.0.1 dev eth0");
    }

    private static RouteAction add(String interfaceName, String gateway) {
        return new RouteAction.AddDefault(interfaceName, new IpAddress(gateway));
    }

    private void routes(String... routes) throws Exception {
        for (var route : Stream.of(routes).toList()) {
            pod().ip((route.contains("fd00") || route.contains("4000") ? "-6 " : "") + "route add " + route);
        }
    }

    private PodNamespace pod() {
        return opened.orElseThrow();
    }

    private Optional<String> apply(List<RouteAction> actions) {
        try {
            return new NetworkNamespaces(build.netns(), Path.of("/"), Duration.ofSeconds(60))
                    .apply(pod().path().toString(), actions);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("the program cannot be built", e);
        }
    }
}
