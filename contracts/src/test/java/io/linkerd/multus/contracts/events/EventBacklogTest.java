// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.events;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.contracts.events.EventBacklog.Repeats;
import io.linkerd.multus.contracts.events.EventBacklog.Spacing;
import io.linkerd.multus.contracts.events.EventObject.Reporter;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventBacklogTest {
    private static final Reporter REPORTER = new Reporter("multus", "node1", "node1");
    private static final Spacing COUNTING = new Spacing(Duration.ofSeconds(5), 10, Repeats.COUNTED);
    private static final Spacing DROPPING = new Spacing(Duration.ofHours(1), 10, Repeats.DROPPED);

    private EventBacklog backlog = new EventBacklog(COUNTING, REPORTER, 254);
    private long nanos = Long.MAX_VALUE - 1_000;

    private static Notice about(String uid) {
        return Notice.warning(Subject.pod("shop", "cart", uid), "Missing", "it is missing");
    }

    private void add(String uid) {
        backlog.add(about(uid), Instant.EPOCH, nanos);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private EventSeries due() {
        return backlog.due(nanos).orElseThrow();
    }

    private EventSeries tellNext() {
        var series = due();
        backlog.told(series, nanos);
        return series;
    }

    @Test
    void theFirstOfEqualOnesIsToldAtOnceAndLaterOnesTogether() {
        add("uid");
        assertThat(tellNext().event().name()).isEqualTo("cart.ff");
        add("uid");
        add("uid");

        pass(Duration.ofSeconds(4));
        assertThat(backlog.due(nanos)).isEmpty();
        assertThat(backlog.untilDue(nanos)).contains(Duration.ofSeconds(1));

        pass(Duration.ofSeconds(1));
        assertThat(due().event().count()).isEqualTo(3);
        assertThat(due().isThere()).isTrue();
        assertThat(due().event().name()).isEqualTo("cart.ff");
    }

    @Test
    void whatComesWhileOneIsBeingToldIsToldLater() {
        add("uid");
        var first = due();
        add("uid");
        backlog.told(first, nanos);

        assertThat(backlog.waiting()).isEqualTo(1);
        pass(Duration.ofSeconds(5));
        assertThat(due().event().count()).isEqualTo(2);
    }

    @Test
    void whatCouldNotBeToldIsLostAndNotTriedAgain() {
        add("uid");
        add("uid");
        backlog.failed(due(), nanos);

        pass(Duration.ofHours(1));
        assertThat(backlog.due(nanos)).isEmpty();
        assertThat(backlog.untilDue(nanos)).isEmpty();
        assertThat(backlog.lost()).isEqualTo(2);
    }

    @Test
    void thoseThatWereToldMakePlaceForNewOnesAfterAWhile() {
        for (int pod = 0; pod < COUNTING.most(); pod++) {
            add("uid" + pod);
        }
        tellNext();
        add("one too many");
        assertThat(backlog.lost()).isEqualTo(1);

        pass(Duration.ofSeconds(5));
        add("one more");

        assertThat(backlog.lost()).isEqualTo(1);
        assertThat(backlog.waiting()).isEqualTo(COUNTING.most());
    }

    @Test
    void thoseThatAreDroppedAreNotToldAndLaterOnesAreNewEvents() {
        backlog = new EventBacklog(DROPPING, REPORTER, 0);
        add("uid");
        add("uid");
        var first = tellNext();
        add("uid");

        pass(Duration.ofHours(1));
        assertThat(backlog.due(nanos)).isEmpty();

        add("uid");
        assertThat(due().event().count()).isEqualTo(1);
        assertThat(due().isThere()).isFalse();
        assertThat(due().event().name()).isNotEqualTo(first.event().name());
        assertThat(backlog.lost()).isZero();
    }

    /** A network with thousands of addresses makes such messages, and each pod its own. */
    @Test
    void keepsNoMoreOfAMessageThanIsSent() {
        var subject = about("uid").subject();
        backlog.add(Notice.normal(subject, "AddedInterface", "é".repeat(1 << 20)), Instant.EPOCH, nanos);

        assertThat(due().event().notice().message().getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(1024);
    }

    /** Whatever comes, at one in a second. */
    @Test
    void noMoreAreToldInATimeThanTheSpacingAllows() {
        property()
                .forAll(lists().of(integers().between(0, 30)).ofSizeBetween(0, 300))
                .checkAssert(subjects -> {
                    for (var spacing : List.of(COUNTING, new Spacing(Duration.ofMinutes(1), 10, Repeats.DROPPED))) {
                        var tested = new EventBacklog(spacing, REPORTER, 0);
                        var told = new ArrayList<Long>();
                        for (int second = 0; second < subjects.size(); second++) {
                            long now = Duration.ofSeconds(second).toNanos();
                            tested.add(about("uid" + subjects.get(second)), Instant.EPOCH, now);
                            for (var next = tested.due(now); next.isPresent(); next = tested.due(now)) {
                                tested.told(next.get(), now);
                                told.add(now);
                            }
                            long from = now - spacing.apart().toNanos();
                            assertThat(told.stream().filter(moment -> moment > from))
                                    .hasSizeLessThanOrEqualTo(spacing.most());
                        }
                    }
                });
    }

    /** Each is counted in an Event, waits, or is lost. */
    @Test
    void countsEachOnce() {
        property()
                .forAll(lists().of(integers().between(0, 30)).ofSizeBetween(0, 300))
                .checkAssert(subjects -> {
                    var tested = new EventBacklog(COUNTING, REPORTER, 0);
                    long counted = 0;
                    for (int step = 0; step < subjects.size(); step++) {
                        long now = Duration.ofMillis(step * 300L).toNanos();
                        tested.add(about("uid" + subjects.get(step)), Instant.EPOCH, now);
                        var next = tested.due(now);
                        if (next.isPresent() && step % 3 == 0) {
                            counted += next.get().untold();
                            tested.told(next.get(), now);
                        } else if (next.isPresent() && step % 3 == 1) {
                            tested.failed(next.get(), now);
                        }
                    }
                    long end = Duration.ofHours(1).toNanos();
                    for (var next = tested.due(end); next.isPresent(); next = tested.due(end)) {
                        counted += next.get().untold();
                        tested.told(next.get(), end);
                    }
                    assertThat(counted + tested.lost()).isEqualTo(subjects.size());
                });
    }
}
