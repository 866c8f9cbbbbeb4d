// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.status.PodEvent;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventEntryTest {
    private static EventEntry of(String pod) {
        var event = new PodEvent("Normal", "AddedInterface", "Add eth0 []");
        return EventEntry.first(new EventKey(new ObjectName("shop", pod), "uid", event), 255, Instant.EPOCH);
    }

    @Test
    void isNamedAfterItsPod() {
        assertThat(of("cart").name()).isEqualTo("cart.ff");
    }

    /** An object whose name is too long, or has a mark before a dot, is refused. */
    @Test
    void theLongestNameOfAPodLeavesRoomForTheNumber() {
        assertThat(of("x".repeat(253)).name()).hasSize(253).endsWith("x.ff");
        assertThat(of("x".repeat(249) + "-yyy").name()).isEqualTo("x".repeat(249) + ".ff");
    }
}
