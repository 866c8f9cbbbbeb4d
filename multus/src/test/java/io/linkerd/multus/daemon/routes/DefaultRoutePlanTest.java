// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.routes;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.daemon.results.IpFamily.V4;
import static io.linkerd.multus.daemon.results.IpFamily.V6;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.results.CniResult;
import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.results.IpFamily;
import io.linkerd.multus.daemon.routes.RouteAction.AddDefault;
import io.linkerd.multus.daemon.routes.RouteAction.DeleteDefaults;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.quicktheories.core.Gen;

class DefaultRoutePlanTest {
    private static final DefaultRouteRequest UNASKED = new DefaultRouteRequest.Unasked();
    private static final Set<IpFamily> BOTH = Set.of(V4, V6);
    private static final Gen<DefaultRouteRequest> REQUESTS = arbitrary()
            .pick(
                    UNASKED,
                    asked(),
                    asked("10.1.2.1"),
                    asked("fd00::1"),
                    asked("10.1.2.1", "fd00::1"),
                    asked("10.1.2.1", "10.1.2.2"));

    /** Networks of a pod, and what becomes of the default routes of each. */
    record Case(String name, List<DefaultRouteRequest> requests, List<DefaultRoutePlan> plans) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("no network is asked", List.of(UNASKED, UNASKED), List.of(plan(Set.of()), plan(Set.of()))),
                new Case(
                        "an IPv4 gateway takes the IPv6 routes as well",
                        List.of(UNASKED, asked("10.1.2.1"), UNASKED),
                        List.of(plan(BOTH), plan(BOTH, "10.1.2.1"), plan(BOTH))),
                new Case(
                        "a gateway of each family by another network",
                        List.of(UNASKED, asked("10.1.2.1"), asked("fd00::1")),
                        List.of(plan(BOTH), plan(BOTH, "10.1.2.1"), plan(BOTH, "fd00::1"))),
                new Case(
                        "both gateways by one network",
                        List.of(UNASKED, asked("fd00::1", "10.1.2.1")),
                        List.of(plan(BOTH), plan(BOTH, "fd00::1", "10.1.2.1"))),
                new Case(
                        "an empty list keeps the plugin's own",
                        List.of(UNASKED, asked()),
                        List.of(plan(BOTH), plan(Set.of()))),
                new Case(
                        "an empty list gives way to a gateway",
                        List.of(UNASKED, asked(), asked("10.1.2.1")),
                        List.of(plan(BOTH), plan(Set.of(V4)), plan(BOTH, "10.1.2.1"))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decidesForEachNetwork(Case each) {
        assertThat(DefaultRoutePlan.of(each.requests())).isEqualTo(new Result.Ok<>(each.plans()));
    }

    @Test
    void refusesTwoGatewaysOfAFamily() {
        var refusal = new Result.Not<List<DefaultRoutePlan>>("multus does not support ECMP for default-route");

        assertThat(DefaultRoutePlan.of(List.of(asked("10.1.2.1", "10.1.2.2")))).isEqualTo(refusal);
        assertThat(DefaultRoutePlan.of(List.of(asked("fd00::1"), UNASKED, asked("fd00::1"))))
                .isEqualTo(refusal);
        assertThat(DefaultRoutePlan.of(List.of(asked("10.1.2.1"), asked("::ffff:10.1.2.2"))))
                .isEqualTo(refusal);
    }

    @Test
    void deletesBeforeItAdds() {
        assertThat(plan(BOTH, "10.1.2.1").actions("net1", result("{\"interfaces\":[{\"name\":\"net1\"}]}", "1.0.0")))
                .containsExactly(
                        new DeleteDefaults("net1", V4),
                        new DeleteDefaults("net1", V6),
                        new AddDefault("net1", new IpAddress("10.1.2.1")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '$', textBlock = """
        1.0.0 | {"dns":{}}
        0.4.0 | {"interfaces":[],"routes":[{"dst":"0.0.0.0/0","gw":"10.9.9.9"}]}
        0.2.0 | {}
        """)
    void leavesTheRoutesOfAPluginThatMadeNothing(String version, String output) {
        var result = result(output, version);

        assertThat(plan(BOTH, "10.1.2.1").actions("net1", result)).isEmpty();
        assertThat(plan(BOTH, "10.1.2.1").applied(result)).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '$', textBlock = """
        {"dst":"0.0.0.0/0","gw":"10.9.9.9"}           | gone
        {"dst":"0.0.0.0/0"}                           | gone
        {"dst":"::/0","gw":"fd00::9"}                 | stays
        {"dst":"10.0.0.0/8","gw":"10.9.9.9"}          | stays
        {"dst":"0.0.0.0/1","gw":"10.9.9.9"}           | stays
        {"dst":"0.0.0.0/0","gw":"10.9.9.9","table":7} | stays
        {"dst":"0.0.0.0/0","table":254}               | gone
        """)
    void takesNoOtherRouteOutOfAResult(String route, String fate) {
        var kept = fate.equals("stays") ? route + "," : "";

        assertThat(plan(Set.of(V4), "10.1.2.1").applied(listed(route)))
                .isEqualTo(listed(kept + "{\"dst\":\"0.0.0.0/0\",\"gw\":\"10.1.2.1\"}"));
    }

    /** Multus looks for {@code ::0/0}, which libcni never writes. */
    @Test
    void takesTheIpv6RouteOutOfAResultAsLibcniWritesIt() {
        assertThat(plan(BOTH).applied(listed("{\"dst\":\"::/0\",\"gw\":\"fd00::9\"}")))
                .isEqualTo(listed(""));
    }

    @Test
    void putsRoutesOfOldResultsToTheAddressOfTheirFamily() {
        var result = result(
                "{\"ip4\":{\"ip\":\"10.1.2.3/24\",\"routes\":[{\"dst\":\"0.0.0.0/0\",\"gw\":\"10.1.2.9\"}]},"
                        + "\"ip6\":{\"ip\":\"fd00::3/64\",\"routes\":[{\"dst\":\"::/0\",\"gw\":\"fd00::9\"}]}}",
                "0.2.0");

        assertThat(plan(BOTH, "10.1.2.1").applied(result))
                .isEqualTo(result(
                        "{\"ip4\":{\"ip\":\"10.1.2.3/24\",\"routes\":[{\"dst\":\"0.0.0.0/0\",\"gw\":\"10.1.2.1\"}]},"
                                + "\"ip6\":{\"ip\":\"fd00::3/64\"}}",
                        "0.2.0"));
    }

    @Test
    void namesAGatewayThatIsNone() {
        assertThat(DefaultRouteRequest.asked(List.of("10.1.2.1", "x")))
                .isEqualTo(new Result.Not<>("default-route: \"x\" is no IP address"));
        assertThat(DefaultRouteRequest.asked(List.of("")))
                .isEqualTo(new Result.Not<>("default-route: \"\" is no IP address"));
        assertThat(DefaultRouteRequest.asked(List.of("::ffff:10.1.2.1"))).isEqualTo(new Result.Ok<>(asked("10.1.2.1")));
    }

    /** Two routes of a family would be chosen from by the kernel, or the second refused. */
    @Test
    void leavesAtMostOneNetworkThatWasNamedForAFamily() {
        property().forAll(lists().of(REQUESTS).ofSizeBetween(0, 5)).checkAssert(requests -> {
            if (DefaultRoutePlan.of(requests) instanceof Result.Ok<List<DefaultRoutePlan>>(var plans)) {
                assertThat(plans).hasSameSizeAs(requests);
                for (var family : IpFamily.values()) {
                    var named = plans.stream()
                            .flatMap(plan -> plan.gateways().stream())
                            .filter(gateway -> gateway.family() == family)
                            .count();
                    assertThat(named).isLessThanOrEqualTo(1);
                    assertThat(plans).allMatch(plan -> named == 0 || plan.lost().contains(family));
                }
            }
        });
    }

    private static DefaultRouteRequest asked(String... gateways) {
        return new DefaultRouteRequest.Asked(
                Stream.of(gateways).map(IpAddress::new).toList());
    }

    private static DefaultRoutePlan plan(Set<IpFamily> lost, String... gateways) {
        return new DefaultRoutePlan(
                lost, Stream.of(gateways).map(IpAddress::new).toList());
    }

    private static CniResult listed(String routes) {
        return result("{\"interfaces\":[{\"name\":\"net1\"}],\"routes\":[" + routes + "]}", "1.1.0");
    }

    private static CniResult result(String output, String version) {
        return CniResult.ofPlugin(output.getBytes(UTF_8), version).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
