// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.uids.AllowedUids;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import io.linkerd.multus.webhook.facts.NamespaceFacts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PodPlanPropertiesTest {
    private static final Pattern OURS =
            Pattern.compile("/metadata/annotations/(k8s.v1.cni.cncf.io/networks|config.linkerd.io/proxy-uid)"
                    + "|/spec/(initContainers|containers)/\\d+/securityContext/runAsUser");

    /** A pod, and the circumstances that it comes in. */
    record Case(ObjectNode pod, Optional<String> range, Optional<String> constraints, ProxyUidStrategy strategy) {}

    @Property(tries = 1000)
    void hasNothingToChangeTheSecondTime(@ForAll("cases") Case example) {
        admitted(example)
                .ifPresent(after -> assertThat(decide(example, after))
                        .isInstanceOfSatisfying(
                                PodDecision.Admit.class,
                                again -> assertThat(again.patch()).isEmpty()));
    }

    @Property(tries = 1000)
    void touchesNothingButItsOwn(@ForAll("cases") Case example) {
        admitted(example)
                .ifPresent(after ->
                        assertThat(PodJson.differences(example.pod(), after)).allMatch(OURS.asMatchPredicate()));
    }

    @Property(tries = 1000)
    void letsNobodyShareTheProxysUserId(@ForAll("cases") Case example) {
        admitted(example).ifPresent(after -> {
            Pod pod = PodJson.read(after);
            OptionalLong proxy = pod.effectiveUid(pod.proxy().orElseThrow());
            if (proxy.isEmpty()) {
                return;
            }
            AllowedUids allowed = allowed(example);
            assertThat(allowed.contains(proxy.getAsLong())).isTrue();
            pod.validator()
                    .ifPresent(
                            validator -> assertThat(pod.effectiveUid(validator)).isNotEqualTo(proxy));
            OptionalLong filledIn = allowed instanceof AllowedUids.Within(var range)
                    ? OptionalLong.of(range.first())
                    : OptionalLong.empty();
            for (Container other : pod.others()) {
                OptionalLong own = pod.effectiveUid(other);
                assertThat(own.isPresent() ? own : filledIn).isNotEqualTo(proxy);
            }
            pod.annotation("config.linkerd.io/proxy-uid")
                    .ifPresent(said -> assertThat(Long.parseLong(said)).isEqualTo(proxy.getAsLong()));
        });
    }

    private static Optional<ObjectNode> admitted(Case example) {
        return decide(example, example.pod()) instanceof PodDecision.Admit admit
                ? Optional.of(PodJson.patched(example.pod(), admit.patch()))
                : Optional.empty();
    }

    private static PodDecision decide(Case example, ObjectNode pod) {
        var facts = new NamespaceFacts(Optional.of("enabled"), Optional.empty(), example.range(), Optional.empty());
        return PodPlan.decide(
                PodJson.read(pod), new PodPlan.Circumstances("shop", facts, allowed(example), example.strategy()));
    }

    private static AllowedUids allowed(Case example) {
        return AllowedUids.of(example.constraints().flatMap(SccRunAsUser::ofDefault), example.range());
    }

    @Provide
    Arbitrary<Case> cases() {
        Arbitrary<Optional<String>> ranges = Arbitraries.of(
                        "1000660000/10000",
                        "1000660000/3",
                        "1000660000/2",
                        "1000660000/1",
                        "5-9",
                        "1000660000-1000660004",
                        "nonsense",
                        "")
                .optional();
        Arbitrary<Optional<String>> constraints = Arbitraries.of(
                        "restricted-v2", "nonroot-v2", "anyuid", "restricted-v3")
                .optional();
        return Combinators.combine(pods(), ranges, constraints, Arbitraries.of(ProxyUidStrategy.values()))
                .as(Case::new);
    }

    private static Arbitrary<ObjectNode> pods() {
        var uids = Arbitraries.of(0L, 7L, 2102L, 2103L, 65534L, 1000660000L, 1000660001L, 1000660002L, 1000669999L)
                .optional();
        var networks = Arbitraries.of("net1", " net1 , ns/net2@eth1", "linkerd-cni", "[{\"name\":\"n\"}]", "[oops")
                .optional();
        var explicit = Arbitraries.of("1000660001", "2102", "x", "1000660000").optional(0.2);
        return Combinators.combine(
                        uids,
                        uids,
                        uids,
                        uids.list().ofMaxSize(3),
                        networks,
                        explicit,
                        Arbitraries.of(Set.of(0, 1, 2, 3)))
                .as((pod, proxy, validator, others, nets, uid, shape) -> {
                    ObjectNode json = PodJson.tree(
                            "{'kind':'Pod','spec':{'initContainers':[],'containers':[],'nodeName':null,'x':[{}]}}");
                    pod.ifPresent(
                            value -> json.withObject("/spec/securityContext").put("runAsUser", value));
                    if (shape > 0) {
                        json.withObject("/metadata").put("generateName", "a-");
                        nets.ifPresent(value ->
                                json.withObject("/metadata/annotations").put("k8s.v1.cni.cncf.io/networks", value));
                        uid.ifPresent(value ->
                                json.withObject("/metadata/annotations").put("config.linkerd.io/proxy-uid", value));
                    }
                    if (shape < 3) {
                        add(json, "initContainers", "linkerd-network-validator", validator);
                    }
                    add(json, shape == 2 ? "containers" : "initContainers", "linkerd-proxy", proxy);
                    others.forEach(other -> add(json, "containers", "app", other));
                    return json;
                });
    }

    private static void add(ObjectNode pod, String list, String name, Optional<Long> uid) {
        ObjectNode container =
                pod.withArray("/spec/" + list).addObject().put("name", name).put("image", "i");
        List.of("a", "b").forEach(key -> container.put(key, 1.50));
        uid.ifPresent(value ->
                container.putObject("securityContext").put("privileged", false).put("runAsUser", value));
    }
}
