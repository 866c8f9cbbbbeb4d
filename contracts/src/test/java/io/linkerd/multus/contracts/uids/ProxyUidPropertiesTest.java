// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.uids.ProxyUidPlan.Assign;
import io.linkerd.multus.contracts.uids.ProxyUidPlan.Keep;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Ranges and user ids are small here, so that everything collides with everything. */
class ProxyUidPropertiesTest {

    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE)
    void nothingSharesTheProxysUserId(@ForAll("pods") PodUids pod) {
        var settled = settle(pod);
        if (settled.isPresent()) {
            var after = settled.get();
            long proxy = after.proxyNow().orElseThrow();
            assertThat(after.allowed().contains(proxy)).isTrue();
            assertThat(after.usedUids()).doesNotContain(proxy);
            assertThat(after.hasValidator() && after.validatorNow().equals(after.proxyNow()))
                    .isFalse();
        }
    }

    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE)
    void whatWasChosenIsKept(@ForAll("pods") PodUids pod) {
        settle(pod).ifPresent(after -> assertThat(ProxyUidPlan.of(after)).isInstanceOf(Keep.class));
    }

    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE)
    void theValidatorHasAUserIdOfItsOwnWhereThereIsOne(@ForAll("pods") PodUids pod) {
        var settled = settle(pod).filter(PodUids::hasValidator);
        if (settled.isPresent() && settled.get().allowed() instanceof AllowedUids.Within(var range)) {
            var after = settled.get();
            long validator = after.validatorNow().orElseThrow();
            boolean third = LongStream.rangeClosed(range.first(), range.last())
                    .anyMatch(uid -> uid > 0
                            && uid != after.proxyNow().orElseThrow()
                            && !after.usedUids().contains(uid));
            assertThat(after.allowed().contains(validator)).isTrue();
            assertThat(after.usedUids().contains(validator)).isEqualTo(!third);
        }
    }

    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE)
    void aPodIsRefusedOnlyWhereItMust(@ForAll("pods") PodUids pod) {
        if (pod.explicit().isEmpty() && pod.allowed() instanceof AllowedUids.Within(var range)) {
            long free = LongStream.rangeClosed(Math.max(1, range.first()), range.last())
                    .filter(uid -> !pod.usedUids().contains(uid))
                    .count();
            long needed = pod.hasValidator() ? 2 : 1;
            long allowed = range.last() - Math.max(1, range.first()) + 1;
            assertThat(settle(pod).isPresent()).isEqualTo(free >= 1 && allowed >= needed);
        }
    }

    @Provide
    Arbitrary<PodUids> pods() {
        var uid = Arbitraries.longs().between(0, 8);
        var optionalUid =
                uid.optional(0.7).map(value -> value.map(OptionalLong::of).orElseGet(OptionalLong::empty));
        var explicit = Arbitraries.oneOf(uid.map(String::valueOf), Arbitraries.of("", "x"))
                .optional(0.3);
        return Combinators.combine(
                        allowed(),
                        uid.set().ofMaxSize(5).map(TreeSet::new),
                        explicit,
                        optionalUid,
                        optionalUid,
                        Arbitraries.of(true, false),
                        Arbitraries.of(ProxyUidStrategy.class))
                .as(PodUids::new);
    }

    private static Arbitrary<AllowedUids> allowed() {
        var range = Combinators.combine(
                        Arbitraries.longs().between(0, 6), Arbitraries.longs().between(0, 3))
                .as((first, more) -> (AllowedUids) new AllowedUids.Within(new UidRange(first, first + more)));
        return Arbitraries.frequencyOf(
                Tuple.of(5, range),
                Tuple.of(1, Arbitraries.of(new AllowedUids.AnyNonRoot())),
                Tuple.of(1, Arbitraries.of(new AllowedUids.Unknown("why"))),
                Tuple.of(1, Arbitraries.longs().between(0, 8).map(AllowedUids.Only::new)));
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
                        Optional.of(String.valueOf(proxy)),
                        OptionalLong.of(proxy),
                        validator.isPresent() ? validator : pod.validatorNow(),
                        pod.hasValidator(),
                        pod.strategy()));
        };
    }
}
