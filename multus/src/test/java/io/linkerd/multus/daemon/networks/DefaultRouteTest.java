// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.contracts.Result;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DefaultRouteTest {
    private static final DefaultRoute DROPPED = new DefaultRoute(List.of(), true, true);
    private static final Optional<List<String>> NONE = Optional.empty();

    record Case(String name, List<Optional<List<String>>> wishes, List<DefaultRoute> routes) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("no network asks", List.of(NONE, NONE), List.of(DefaultRoute.KEPT, DefaultRoute.KEPT)),
                new Case(
                        "one network gives a gateway",
                        List.of(NONE, wish("10.0.0.1"), NONE),
                        List.of(DROPPED, new DefaultRoute(List.of("10.0.0.1"), true, true), DROPPED)),
                new Case(
                        "one for each family",
                        List.of(NONE, wish("10.0.0.1"), wish("fe80::1")),
                        List.of(
                                DROPPED,
                                new DefaultRoute(List.of("10.0.0.1"), true, true),
                                new DefaultRoute(List.of("fe80::1"), true, true))),
                new Case("an empty list keeps its own", List.of(NONE, wish()), List.of(DROPPED, DefaultRoute.KEPT)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void goesWhereThePodAsks(Case each) {
        assertThat(DefaultRoute.of(each.wishes())).isEqualTo(new Result.Ok<>(each.routes()));
    }

    @Test
    void goesOneWayForEachFamily() {
        var refused = new Result.Not<>("multus does not support ECMP for default-route");

        assertThat(DefaultRoute.of(List.of(wish("10.0.0.1"), wish("10.0.0.2")))).isEqualTo(refused);
        assertThat(DefaultRoute.of(List.of(wish("10.0.0.1", "::ffff:10.0.0.2"))))
                .isEqualTo(refused);
        assertThat(DefaultRoute.of(List.of(wish("fe80::1"), NONE, wish("fe80::2"))))
                .isEqualTo(refused);
    }

    @Test
    void gatewaysAreThoseOfAFamily() {
        var route = new DefaultRoute(List.of("10.0.0.1", "fe80::1"), true, true);

        assertThat(route.gateways(true)).containsExactly("10.0.0.1");
        assertThat(route.gateways(false)).containsExactly("fe80::1");
        assertThat(route.changes()).isTrue();
        assertThat(DefaultRoute.KEPT.changes()).isFalse();
    }

    @Test
    void oneNetworkAtMostKeepsTheRoutesOfAFamilyWhereOneGivesAGateway() {
        var wishes = lists().of(arbitrary().pick(List.of(NONE, wish("10.0.0.1"), wish("fe80::1"))))
                .ofSizeBetween(1, 6);
        property().forAll(wishes).checkAssert(all -> {
            if (DefaultRoute.of(all) instanceof Result.Ok<List<DefaultRoute>>(var routes)) {
                assertThat(routes).hasSameSizeAs(all);
                if (all.stream().anyMatch(Optional::isPresent)) {
                    assertThat(routes.stream().flatMap(route -> route.gateways(true)))
                            .hasSizeLessThanOrEqualTo(1);
                    assertThat(routes.stream().flatMap(route -> route.gateways(false)))
                            .hasSizeLessThanOrEqualTo(1);
                    assertThat(routes).allMatch(route -> route.dropsV4() && route.dropsV6());
                } else {
                    assertThat(routes).containsOnly(DefaultRoute.KEPT);
                }
            }
        });
    }

    @Test
    void gatewaysOfTwoNetworksRefuseThePod() {
        var node = new Planned()
                .file("/etc/cni/net.d/10-main.conf", "{\"name\":\"main\",\"type\":\"t\"}")
                .definition("shop", "net1", "{\"type\":\"t\"}")
                .networks(
                        "[{\"name\":\"net1\",\"default-route\":[\"10.0.0.1\"]},{\"name\":\"net1\",\"default-route\":[\"10.0.0.2\"]}]");

        assertThat(node.plan())
                .isEqualTo(new DelegatePlan.Refused(
                        "Multus: [shop/cart/u1]: error loading k8s delegates k8s args: multus does not support ECMP for default-route",
                        Optional.empty()));
    }

    private static Optional<List<String>> wish(String... gateways) {
        return Optional.of(List.of(gateways));
    }
}
