// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfigurationRoomTest {
    private final ConfigurationRoom room = new ConfigurationRoom();

    @Test
    void longConfigurationsShareARoomThatUsualOnesNeedNot() {
        try (var one = room.share();
                var other = room.share()) {
            assertThat(one.holds(ConfigurationRoom.USUAL + ConfigurationRoom.SHARED))
                    .isTrue();

            assertThat(other.holds(ConfigurationRoom.USUAL + 1)).isFalse();
            assertThat(other.holds(ConfigurationRoom.USUAL)).isTrue();
        }
        assertThat(room.share().holds(2 * ConfigurationRoom.SHARED))
                .as("longer than the room, and alone")
                .isTrue();
    }

    @Test
    void whatARequestHoldsAlreadyCountsOnce() {
        var half = ConfigurationRoom.USUAL + ConfigurationRoom.SHARED / 2;
        try (var one = room.share();
                var other = room.share()) {
            assertThat(one.holds(half)).isTrue();
            assertThat(one.holds(half)).isTrue();
            assertThat(one.holds(1)).isTrue();

            assertThat(other.holds(half)).isTrue();
            assertThat(other.holds(half + 1)).isFalse();
        }
    }
}
