// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.pods;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.uids.AllowedUids;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.webhook.cluster.NamespaceFacts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class PodPlanPropertiesTest {
    private static final Pattern OURS =
            Pattern.compile("/metadata/annotations/(k8s.v1.cni.cncf.io/networks|config.linkerd.io/proxy-uid)"
                    + "|/spec/(initContainers|containers)/\\d+/securityContext/runAsUser");

    /** A pod, and the circumstances that it comes in. */
    record Case(ObjectNode pod, Optional<String> range, Optional<String> constraints, ProxyUidStrategy strategy) {}

    @Test
    void hasNothingToChangeTheSecondTime() {
        property()
                .forAll(examples())
                .checkAssert(example -> admitted(example)
                        .ifPresent(after -> assertThat(decide(example, after))
                                .isInstanceOfSatisfying(
                                        PodDecision.Admit.class,
                                        again -> assertThat(again.patch()).isEmpty())));
    }

    @Test
    void touchesNothingButItsOwn() {
        property()
                .forAll(examples())
                .checkAssert(example -> admitted(example)
                        .ifPresent(after -> assertThat(PodJson.differences(example.pod(), after))
                                .allMatch(OURS.asMatchPredicate())));
    }

    @Test
    void letsNobodyShareTheProxysUserId() {
        property()
                .forAll(examples())
                .checkAssert(example -> admitted(example)
                        .map(PodJson::read)
                        .ifPresent(pod -> pod.effectiveUid(pod.proxy().orElseThrow())
                                .ifPresent(proxy -> assertThatNobodyShares(proxy, pod, allowed(example)))));
    }

    private static void assertThatNobodyShares(long proxy, Pod pod, AllowedUids allowed) {
        assertThat(allowed.contains(proxy)).isTrue();
        pod.validator()
                .ifPresent(validator -> assertThat(pod.effectiveUid(validator)).isNotEqualTo(OptionalLong.of(proxy)));
        var filledIn = allowed instanceof AllowedUids.Within(var range)
                ? OptionalLong.of(range.first())
                : OptionalLong.empty();
        for (var other : pod.others()) {
            var own = pod.effectiveUid(other);
            assertThat(own.isPresent() ? own : filledIn).isNotEqualTo(OptionalLong.of(proxy));
        }
        pod.annotation("config.linkerd.io/proxy-uid")
                .ifPresent(said -> assertThat(Long.parseLong(said)).isEqualTo(proxy));
    }

    private static Optional<ObjectNode> admitted(Case example) {
        return decide(example, example.pod()) instanceof PodDecision.Admit admit
                ? Optional.of(PodJson.patched(example.pod(), admit.patch()))
                : Optional.empty();
    }

    private static PodDecision decide(Case example, ObjectNode pod) {
        var facts = new NamespaceFacts(Optional.of("enabled"), Optional.empty(), example.range(), Optional.empty());
        return PodPlan.of(
                PodJson.read(pod),
                new PodPlan.Observed("shop", facts, allowed(example), example.strategy(), Cause.NAMESPACE_OPTED_IN));
    }

    private static AllowedUids allowed(Case example) {
        return AllowedUids.of(
                example.constraints().flatMap(SccRules::ofDefault).map(SccRules::runAsUser), example.range());
    }

    private static Gen<Case> examples() {
        var ranges = arbitrary()
                .pick(
                        "1000660000/10000",
                        "1000660000/3",
                        "1000660000/2",
                        "1000660000/1",
                        "5-9",
                        "1000660000-1000660004",
                        "nonsense",
                        "")
                .toOptionals(10);
        var constraints = arbitrary()
                .pick("restricted-v2", "nonroot-v2", "anyuid", "restricted-v3")
                .toOptionals(10);
        return pods().zip(ranges, constraints, arbitrary().enumValues(ProxyUidStrategy.class), Case::new);
    }

    private static Gen<ObjectNode> pods() {
        var uids = arbitrary()
                .pick(0L, 7L, 2102L, 2103L, 65534L, 1000660000L, 1000660001L, 1000660002L, 1000669999L)
                .toOptionals(10);
        var others = lists().of(uids).ofSizeBetween(0, 3);
        var networks = arbitrary()
                .pick("net1", " net1 , ns/net2@eth1", "linkerd-cni", "[{\"name\":\"n\"}]", "[oops")
                .toOptionals(10);
        var explicit = arbitrary().pick("1000660001", "2102", "x", "1000660000").toOptionals(80);
        var shapes = integers().between(0, 3);
        return in -> {
            var json = PodJson.tree(
                    "{'kind':'Pod','spec':{'initContainers':[],'containers':[],'nodeName':null,'x':[{}]}}");
            uids.generate(in)
                    .ifPresent(uid -> json.withObject("/spec/securityContext").put("runAsUser", uid));
            int shape = shapes.generate(in);
            if (shape > 0) {
                json.withObject("/metadata").put("generateName", "a-");
                networks.generate(in)
                        .ifPresent(value ->
                                json.withObject("/metadata/annotations").put("k8s.v1.cni.cncf.io/networks", value));
                explicit.generate(in)
                        .ifPresent(value ->
                                json.withObject("/metadata/annotations").put("config.linkerd.io/proxy-uid", value));
            }
            if (shape < 3) {
                add(json, "initContainers", "linkerd-network-validator", uids.generate(in));
            }
            add(json, shape == 2 ? "containers" : "initContainers", "linkerd-proxy", uids.generate(in));
            others.generate(in).forEach(uid -> add(json, "containers", "app", uid));
            return json;
        };
    }

    private static void add(ObjectNode pod, String list, String name, Optional<Long> uid) {
        ObjectNode container =
                pod.withArray("/spec/" + list).addObject().put("name", name).put("image", "i");
        List.of("a", "b").forEach(key -> container.put(key, 1.50));
        uid.ifPresent(value ->
                container.putObject("securityContext").put("privileged", false).put("runAsUser", value));
    }
}
