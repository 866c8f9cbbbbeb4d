// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UnseenWritesTest {
    private static final ConfigMap WRITTEN = version("10");

    private final AtomicLong nanos = new AtomicLong();
    private final UnseenWrites<ConfigMap> writes = new UnseenWrites<>(nanos::get);

    @Test
    void remembersAWriteUntilTheWatchBringsIt() {
        writes.wrote(WRITTEN);

        writes.seen("shop", "9");
        assertThat(writes.in("shop")).contains(WRITTEN);

        writes.seen("shop", "10");
        assertThat(writes.in("shop")).isEmpty();
    }

    /** It was believed to be there for half a minute, and nobody looked again for five. */
    @Test
    void aWriteThatIsAnsweredAfterTheWatchToldOfItsRemovalIsNotBelieved() {
        writes.seen("shop", "10");
        writes.seen("shop", "11");

        assertThat(writes.wrote(WRITTEN)).as("look again").isTrue();
        assertThat(writes.in("shop")).isEmpty();
    }

    @Test
    void aWriteThatIsAnsweredAfterALaterListIsNotBelieved() {
        writes.listed("12");

        assertThat(writes.wrote(WRITTEN)).as("look again").isTrue();
        assertThat(writes.in("shop")).isEmpty();
    }

    @Test
    void comparesVersionsAsNumbers() {
        writes.seen("shop", "9");

        assertThat(writes.wrote(WRITTEN)).isFalse();
        assertThat(writes.in("shop")).contains(WRITTEN);
    }

    @Test
    void anOlderVersionTakesNothingBack() {
        writes.seen("shop", "10");
        writes.seen("shop", "8");

        assertThat(writes.wrote(WRITTEN)).isTrue();
    }

    @Test
    void trustsTheWatchWhereVersionsAreNoNumbers() {
        writes.wrote(version("b"));
        writes.seen("shop", "a");

        assertThat(writes.in("shop")).isEmpty();
    }

    @Test
    void trustsTheWatchWhenItLagsTooLong() {
        writes.wrote(WRITTEN);
        nanos.addAndGet(Duration.ofSeconds(31).toNanos());

        assertThat(writes.in("shop")).isEmpty();
    }

    /** It stood in the place of what was removed for half a minute, and nobody looked again for five. */
    @Test
    void forgetsAWriteThatALaterListDoesNotBring() {
        writes.wrote(WRITTEN);

        assertThat(writes.listed("9")).isEmpty();
        assertThat(writes.in("shop")).contains(WRITTEN);

        assertThat(writes.listed("11")).containsExactly("shop");
        assertThat(writes.in("shop")).isEmpty();
    }

    @Test
    void knowsNothingOfAnObjectThatWasRemoved() {
        writes.wrote(WRITTEN);
        writes.forget("shop");

        assertThat(writes.in("shop")).isEmpty();
    }

    private static ConfigMap version(String version) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("linkerd-cni")
                .withResourceVersion(version)
                .endMetadata()
                .build();
    }
}
