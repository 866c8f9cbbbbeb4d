// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static io.linkerd.multus.values.HelmValues.HELM;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.linkerdconfig.ValuesWriters.Writer;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What injectors refused is written once more, before simulated injectors and a fake API server. */
class SecondTryIT {
    /** By this seed the controller may ask the injectors. */
    private static final long ASKED = 42;

    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final int LOOKS = 60;

    private final ValuesWorld world = new ValuesWorld(new Random(ASKED));

    @AfterEach
    void end() {
        world.close();
    }

    private boolean isTrapped() {
        return Injectors.denies(world.text().orElseThrow());
    }

    private void refuse() {
        for (int look = 0; look < LOOKS && isTrapped(); look++) {
            world.pass(PAUSE);
            assertThat(world.look()).isTrue();
        }
        assertThat(world.text()).as("put back").contains(HELM);
        world.pass(PAUSE);
        assertThat(world.look()).isTrue();
    }

    @Test
    void aRefusedTextIsWrittenOnceMoreTenMinutesLaterAndNoThirdTime() {
        assertThat(world.injectors().mayBeAsked()).isTrue();
        world.write(Writer.HELM_3, HELM);
        world.pass(Duration.ofMinutes(2));
        world.api()
                .put(
                        ValuesWorld.config("a"),
                        "{spec: {mode: 'Enforce', controlPlaneNamespace: '" + ValuesWorld.NAMESPACE
                                + "', values: {proxy: {logLevel: '" + Injectors.TRAP + "'}}}}");
        assertThat(world.look()).isTrue();
        assertThat(isTrapped()).isTrue();
        refuse();
        assertThat(world.nextLook().orElseThrow()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));

        world.pass(world.nextLook().orElseThrow());
        assertThat(world.look()).isTrue();
        assertThat(isTrapped()).as("written once more").isTrue();
        refuse();

        assertThat(world.nextLook()).isEqualTo(Optional.empty());
        world.pass(Duration.ofDays(1));
        assertThat(world.look()).isTrue();
        assertThat(isTrapped()).isFalse();
        assertThat(world.ledger().allWrites()).isEqualTo(4);
    }
}
