// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.notices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import java.util.ArrayList;
import java.util.List;
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

    private void tell(Notice notice) {
        if (deaf.get()) {
            throw new IllegalStateException("the API server is away");
        }
        told.add(notice);
    }
}
