// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.service.clocks.Clocks;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EventBacklogTest {
    private static final PodEvent MISSING = PodEvent.noNetworkFound("shop", "blue", "not found");

    private final AtomicLong nanos = new AtomicLong();
    private final EventBacklog backlog = new EventBacklog(new Clocks(() -> Instant.EPOCH, nanos::get));

    private static EventKey about(String uid) {
        return new EventKey(new ObjectName("shop", "cart"), uid, MISSING);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private EventEntry due() {
        return backlog.due().orElseThrow();
    }

    @Test
    void theFirstOfEqualOnesIsToldAtOnceAndLaterOnesTogether() {
        backlog.add(about("uid"));
        backlog.told(due());
        backlog.add(about("uid"));
        backlog.add(about("uid"));

        pass(Duration.ofSeconds(4));
        assertThat(backlog.due()).isEmpty();

        pass(Duration.ofSeconds(1));
        assertThat(due().count()).isEqualTo(3);
        assertThat(due().isThere()).isTrue();
    }

    @Test
    void whatComesWhileOneIsBeingToldIsToldLater() {
        backlog.add(about("uid"));
        var first = due();
        backlog.add(about("uid"));
        backlog.told(first);

        assertThat(backlog.waiting()).isEqualTo(1);
        pass(Duration.ofSeconds(5));
        assertThat(due().count()).isEqualTo(2);
    }

    @Test
    void whatCouldNotBeToldIsLostAndNotTriedAgain() {
        backlog.add(about("uid"));
        backlog.add(about("uid"));
        backlog.failed(due());

        pass(Duration.ofHours(1));
        assertThat(backlog.due()).isEmpty();
        assertThat(backlog.lost()).isEqualTo(2);
    }

    @Test
    void thoseThatWereToldMakePlaceForNewOnes() {
        for (int pod = 0; pod < EventBacklog.MOST; pod++) {
            backlog.add(about("uid" + pod));
        }
        backlog.add(about("one too many"));
        assertThat(backlog.lost()).isEqualTo(1);

        backlog.told(due());
        backlog.add(about("one more"));

        assertThat(backlog.lost()).isEqualTo(1);
        assertThat(backlog.waiting()).isEqualTo(EventBacklog.MOST);
    }
}
