// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.departure;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.kube.ApiFailure;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WatchKnowledgeTest {
    private static final Sighting PRESENT = new Sighting.Present("a");
    private static final WatchKnowledge LIVE = new WatchKnowledge(true, PRESENT, true, 0);
    private static final WatchKnowledge REFUSED = new WatchKnowledge(true, PRESENT, false, 3);

    record Case(ApiFailure failure, int refusals) {}

    /** What says that the API server knows us and lets us ask, and what says nothing about that. */
    static Stream<Case> failures() {
        return Stream.of(
                new Case(new ApiFailure.Unauthorized(), 4),
                new Case(new ApiFailure.Forbidden("no right"), 4),
                new Case(new ApiFailure.Unreachable("refused"), 3),
                new Case(new ApiFailure.NotFound(), 0),
                new Case(new ApiFailure.Conflict(), 0),
                new Case(new ApiFailure.NamespaceTerminating(), 0),
                new Case(new ApiFailure.Refused(500, "etcd"), 0));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void countsRefusalsInARow(Case given) {
        assertThat(REFUSED.after(given.failure()))
                .isEqualTo(new WatchKnowledge(true, PRESENT, false, given.refusals()));
    }

    @Test
    void aListOrAWatchThatSucceedsEndsTheRow() {
        var another = new Sighting.Present("b");

        assertThat(REFUSED.seen(another)).isEqualTo(new WatchKnowledge(true, another, false, 0));
        assertThat(REFUSED.up()).isEqualTo(LIVE);
        assertThat(LIVE.seen(another).live()).isTrue();
    }

    @Test
    void remembersWhatWasSeenAndHowOftenItWasRefusedWhenTheWatchEnds() {
        assertThat(LIVE.down()).isEqualTo(new WatchKnowledge(true, PRESENT, false, 0));
        assertThat(REFUSED.down()).isEqualTo(REFUSED);
    }

    /** A live watch that ends while looks are made is no news, and its refusals are not counted twice. */
    @Test
    void followsALaterOneThatIsLiveOrHasSeenAnotherThing() {
        var leaving = new WatchKnowledge(true, new Sighting.Leaving("it was deleted"), false, 1);

        assertThat(LIVE.then(REFUSED)).isEqualTo(LIVE);
        assertThat(REFUSED.then(LIVE)).isEqualTo(LIVE);
        assertThat(List.of(LIVE.then(leaving), REFUSED.then(leaving))).containsOnly(leaving);
    }
}
