// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.notices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NoticesTest {
    private static final Notice MISSING = Notice.warning(Subject.namespace("shop", "1"), "Missing", "it is missing");
    private static final Notice BROKEN = Notice.warning(Subject.namespace("shop", "1"), "Broken", "it is broken");

    private final List<Notice> told = new ArrayList<>();
    private final AtomicBoolean deaf = new AtomicBoolean();
    private final AtomicLong nanos = new AtomicLong();
    private final Notices notices = new Notices(this::tell, nanos::get);

    @Test
    void tellsANoticeOnceWhileItsCauseStays() {
        notices.hold("shop", List.of(MISSING));
        notices.hold("shop", List.of(MISSING));
        assertThat(told).containsExactly(MISSING);
    }

    @Test
    void tellsANewCauseAndAnOldOneThatCameBack() {
        notices.hold("shop", List.of(MISSING));
        notices.hold("shop", List.of(BROKEN));
        notices.hold("shop", List.of());
        notices.hold("shop", List.of(MISSING));
        assertThat(told).containsExactly(MISSING, BROKEN, MISSING);
    }

    @Test
    void tellsACauseThatLastsBeforeTheClusterForgetsIt() {
        notices.hold("shop", List.of(MISSING));
        nanos.addAndGet(Notices.TELL_AGAIN_AFTER.toNanos());
        notices.hold("shop", List.of(MISSING));
        assertThat(told).containsExactly(MISSING, MISSING);
    }

    @Test
    void tellsAgainWhatCouldNotBeTold() {
        deaf.set(true);
        assertThatThrownBy(() -> notices.hold("shop", List.of(MISSING))).isInstanceOf(IllegalStateException.class);
        deaf.set(false);
        notices.hold("shop", List.of(MISSING));
        assertThat(told).containsExactly(MISSING);
    }

    @Test
    void keepsPlacesApart() {
        notices.hold("one", List.of(MISSING));
        notices.hold("two", List.of(MISSING));
        assertThat(told).hasSize(2);
    }

    @Test
    void namesEventsAfterSubjectReasonAndMessage() {
        var names = new EventNames("mesh");
        assertThat(names.of(MISSING))
                .startsWith("shop.")
                .isEqualTo(new EventNames("mesh").of(MISSING))
                .isNotEqualTo(names.of(BROKEN))
                .as("two releases never write one Event")
                .isNotEqualTo(new EventNames("other").of(MISSING));
        var longest = Notice.normal(Subject.namespace("n".repeat(253), ""), "Reason", "message");
        assertThat(names.of(longest)).hasSize(253);
    }

    /** A version that says it in other words did not find what the one before had told. */
    @Test
    void namesEventsThatAreMarkedAfterTheMarkWhateverTheMessage() {
        var names = new EventNames("mesh");
        var one = MISSING.marked(Optional.of("node-1"));
        var reworded =
                Notice.warning(one.subject(), one.reason(), "in other words").marked(one.mark());

        assertThat(names.of(reworded)).isEqualTo(names.of(one));
        assertThat(names.ofKind(reworded)).isEqualTo(names.ofKind(one));
        assertThat(names.of(MISSING.marked(Optional.of("node-2")))).isNotEqualTo(names.of(one));
        assertThat(names.ofKind(MISSING)).isNotEqualTo(names.ofKind(one));
    }

    private void tell(Notice notice) {
        if (deaf.get()) {
            throw new IllegalStateException("the API server is away");
        }
        told.add(notice);
    }
}
