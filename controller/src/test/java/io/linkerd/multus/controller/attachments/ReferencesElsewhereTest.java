// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.linkerd.multus.contracts.plans.attachments.PodNames;
import io.linkerd.multus.contracts.plans.attachments.PodUse;
import io.linkerd.multus.controller.engine.api.ApiException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReferencesElsewhereTest {
    private static final PodNames ONE_POD = PodNames.NONE.with("shop/web");
    private static final long TAKES = 100;
    private static final long IS_GOOD_FOR = TAKES * ReferencesElsewhere.GOOD_FOR;

    /** The clock may begin anywhere, and pass its end. */
    private long now = Long.MAX_VALUE - 5;

    private long takes = TAKES;
    private Optional<ApiException> failure = Optional.empty();
    private int passes;
    private int pods = 20_000;
    private Map<String, PodNames> referredTo = Map.of("default", ONE_POD);
    private final ReferencesElsewhere references = new ReferencesElsewhere(this::pass, () -> now);

    @Test
    void onePassAnswersForAll() {
        long since = now;
        assertThat(references.use("default", since)).isEqualTo(new PodUse.InUse(ONE_POD));
        assertThat(references.use("shop", since)).isEqualTo(new PodUse.Unused());
        now += IS_GOOD_FOR - 1;
        assertThat(references.use("shop", since)).isEqualTo(new PodUse.Unused());
        assertThat(passes).isEqualTo(1);
    }

    @Test
    void looksAgainWhenTheLookIsOld() {
        long since = now;
        assertThat(references.use("default", since)).isEqualTo(new PodUse.InUse(ONE_POD));
        referredTo = Map.of();
        now += IS_GOOD_FOR;

        assertThat(references.use("default", since)).isEqualTo(new PodUse.Unused());
    }

    /** Pods that came while webhooks of before still answered were overlooked. */
    @Test
    void believesNoLookThatBeganTooEarly() {
        referredTo = Map.of();
        assertThat(references.use("shop", now)).isEqualTo(new PodUse.Unused());
        referredTo = Map.of("shop", ONE_POD);
        long since = now;

        assertThat(references.use("shop", since)).isEqualTo(new PodUse.Looking());
        now += IS_GOOD_FOR;
        assertThat(references.use("shop", since)).isEqualTo(new PodUse.InUse(ONE_POD));
    }

    /** Each that left after the last pass had begun had one of its own, one after the other without a pause. */
    @Test
    void manyThatLeaveOneAfterTheOtherHaveNoPassEach() {
        long begun = now;
        for (int namespace = 0; namespace < 1000; namespace++) {
            references.use("shop" + namespace, now);
            now += TAKES;
        }

        assertThat(passes * TAKES * 20).isLessThanOrEqualTo(now - begun + TAKES * 20);
    }

    /** Each of a thousand had one of its own, as long as the API server could not list them. */
    @Test
    void aPassThatFailedAnswersForAll() {
        failure = Optional.of(ApiException.notAsSeen("list pods"));
        assertThatExceptionOfType(ApiException.class).isThrownBy(() -> references.use("default", now));
        failure = Optional.empty();
        now += IS_GOOD_FOR - 1;
        assertThatExceptionOfType(ApiException.class).isThrownBy(() -> references.use("shop", now));
        assertThat(passes).isEqualTo(1);
        now++;

        assertThat(references.use("default", now)).isEqualTo(new PodUse.InUse(ONE_POD));
    }

    @Test
    void aPassThatFailedAfterMinutesIsTriedAgainSoon() {
        takes = Duration.ofMinutes(5).toNanos();
        failure = Optional.of(ApiException.notAsSeen("list pods"));
        assertThatExceptionOfType(ApiException.class).isThrownBy(() -> references.use("default", now));
        now += ReferencesElsewhere.LONGEST_FAILURE.toNanos();
        failure = Optional.empty();

        assertThat(references.use("default", now)).isEqualTo(new PodUse.InUse(ONE_POD));
    }

    /** On a busy node a pass over a dozen pods takes seconds: nobody looked again for twenty times as long. */
    @Test
    void aSlowPassOverFewPodsIsFollowedSoon() {
        takes = Duration.ofSeconds(6).toNanos();
        pods = 12;
        long since = now;
        assertThat(references.use("default", since)).isEqualTo(new PodUse.InUse(ONE_POD));
        referredTo = Map.of();
        now += ReferencesElsewhere.LONGEST
                .plus(ReferencesElsewhere.LONGEST_BY_POD.multipliedBy(pods))
                .toNanos();

        assertThat(references.use("default", since)).isEqualTo(new PodUse.Unused());
    }

    private ReferencesElsewhere.References pass() {
        passes++;
        now += takes;
        failure.ifPresent(why -> {
            throw why;
        });
        return new ReferencesElsewhere.References(pods, referredTo);
    }
}
