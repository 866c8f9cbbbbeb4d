// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LastingTest {
    private static final Duration NANO = Duration.ofNanos(1);

    private final AtomicLong nanos = new AtomicLong();
    private final Lasting lasting = new Lasting(nanos::get);

    @Test
    void tellsWhatHasLastedAndWhenTheNextOfTheOthersWillHave() {
        assertThat(lasting.look(Map.of("a", "first"))).isEqualTo(seen(Lasting.LONG));

        pass(NANO);
        assertThat(lasting.look(Map.of("a", "another", "b", "b"))).isEqualTo(seen(Lasting.LONG.minus(NANO)));

        pass(Lasting.LONG.minus(NANO));
        assertThat(lasting.look(Map.of("a", "last", "b", "b"))).isEqualTo(seen(NANO, "last"));

        pass(NANO);
        assertThat(lasting.look(Map.of("b", "b"))).isEqualTo(new Lasting.Seen(List.of("b"), Optional.empty()));
    }

    @Test
    void whatWasRightMeanwhileBeginsAnew() {
        lasting.look(Map.of("a", "a"));
        pass(Lasting.LONG);
        assertThat(lasting.look(Map.of())).isEqualTo(new Lasting.Seen(List.of(), Optional.empty()));

        assertThat(lasting.look(Map.of("a", "a"))).isEqualTo(seen(Lasting.LONG));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static Lasting.Seen seen(Duration rest, String... told) {
        return new Lasting.Seen(List.of(told), Optional.of(rest));
    }
}
