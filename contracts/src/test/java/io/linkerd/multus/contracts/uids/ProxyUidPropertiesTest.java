// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.Generate.frequency;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.booleans;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.contracts.uids.ProxyUidPlan.Assign;
import io.linkerd.multus.contracts.uids.ProxyUidPlan.Keep;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.quicktheories.api.Pair;
import org.quicktheories.core.Gen;

/** Ranges and user ids are small here, so that everything collides with everything. */
class ProxyUidPropertiesTest {

    @Test
    void nothingSharesTheProxysUserId() {
        property().withExamples(10_000).forAll(pods()).checkAssert(pod -> {
            var settled = settle(pod);
            if (settled.isPresent()) {
                var after = settled.get();
                long proxy = after.proxyNow().orElseThrow();
                assertThat(after.allowed().contains(proxy)).isTrue();
                assertThat(after.usedUids()).doesNotContain(proxy);
                assertThat(after.hasValidator() && after.validatorNow().equals(after.proxyNow()))
                        .isFalse();
            }
        });
    }

    @Test
    void whatWasChosenIsKept() {
        property().withExamples(10_000).forAll(pods()).checkAssert(pod -> {
            settle(pod).ifPresent(after -> assertThat(ProxyUidPlan.of(after)).isInstanceOf(Keep.class));
        });
    }

    @Test
    void theValidatorHasAUserIdOfItsOwnWhereThereIsOne() {
        property().withExamples(10_000).forAll(pods()).checkAssert(pod -> {
            var settled = settle(pod).filter(PodUids::hasValidator);
            if (settled.isPresent() && settled.get().allowed() instanceof AllowedUids.Within(var range)) {
                var after = settled.get();
                long validator = after.validatorNow().orElseThrow();
                boolean third = LongStream.rangeClosed(range.first(), range.last())
                        .anyMatch(uid -> uid > 0
                                && uid != after.proxyNow().orElseThrow()
                                && !taken(after).contains(uid));
                assertThat(after.allowed().contains(validator)).isTrue();
                assertThat(taken(after).contains(validator)).isEqualTo(!third);
            }
        });
    }

    @Test
    void aPodIsRefusedOnlyWhereItMust() {
        property().withExamples(10_000).forAll(pods()).checkAssert(pod -> {
            boolean staysWithInit = pod.proxyNow().isPresent()
                    && pod.chosenByInit().contains(pod.proxyNow().getAsLong());
            if (!staysWithInit && pod.explicit().isEmpty() && pod.allowed() instanceof AllowedUids.Within(var range)) {
                long free = LongStream.rangeClosed(Math.max(1, range.first()), range.last())
                        .filter(uid -> !taken(pod).contains(uid))
                        .count();
                long needed = pod.hasValidator() ? 2 : 1;
                long allowed = range.last() - Math.max(1, range.first()) + 1;
                assertThat(settle(pod).isPresent()).isEqualTo(free >= 1 && allowed >= needed);
            }
        });
    }

    private static Set<Long> taken(PodUids pod) {
        var taken = new TreeSet<>(pod.usedUids());
        taken.addAll(pod.chosenByInit());
        return taken;
    }

    private static Gen<PodUids> pods() {
        var uids = longs().between(0, 8);
        var usedUids = lists().of(uids).ofSizeBetween(0, 6).map(TreeSet::new);
        var initUids = lists().of(uids).ofSizeBetween(0, 2).map(TreeSet::new);
        var optionalUids =
                uids.toOptionals(30).map(uid -> uid.map(OptionalLong::of).orElseGet(OptionalLong::empty));
        var explicit =
                oneOf(uids.map(Object::toString), arbitrary().pick("", "x")).toOptionals(70);
        var allowed = allowed();
        var strategies = arbitrary().enumValues(ProxyUidStrategy.class);
        return in -> new PodUids(
                allowed.generate(in),
                usedUids.generate(in),
                initUids.generate(in),
                explicit.generate(in),
                explicit.generate(in),
                optionalUids.generate(in),
                optionalUids.generate(in),
                booleans().all().generate(in),
                strategies.generate(in));
    }

    private static Gen<AllowedUids> allowed() {
        Gen<AllowedUids> within = longs().between(0, 6)
                .zip(longs().between(0, 3), (first, more) -> new AllowedUids.Within(new UidRange(first, first + more)));
        Gen<AllowedUids> others = arbitrary().pick(new AllowedUids.AnyNonRoot(), new AllowedUids.Unknown("why"));
        Gen<AllowedUids> only = longs().between(0, 8).map(AllowedUids.Only::new);
        return frequency(Pair.of(5, within), Pair.of(2, others), Pair.of(1, only));
    }

    /** The pod after the answer was applied to it; none where it is refused. */
    private static Optional<PodUids> settle(PodUids pod) {
        return switch (ProxyUidPlan.of(pod)) {
            case Keep _ -> Optional.of(pod);
            case ProxyUidPlan.Refuse _ -> Optional.empty();
            case Assign(var proxy, var validator, var _, var _) ->
                Optional.of(new PodUids(
                        pod.allowed(),
                        pod.usedUids(),
                        pod.chosenByInit(),
                        Optional.of(String.valueOf(proxy)),
                        pod.namespacesAnnotation(),
                        OptionalLong.of(proxy),
                        validator.isPresent() ? validator : pod.validatorNow(),
                        pod.hasValidator(),
                        pod.strategy()));
        };
    }
}
