// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContainersInWorkTest {
    private final ContainersInWork inWork = new ContainersInWork();

    /** An ADD that ended while a GC listed what is kept was taken for one of a container that had ended. */
    @Test
    void aCommandThatEndsDuringAGcIsSeenByIt() {
        inWork.begin("before");
        try (var watch = inWork.watch()) {
            inWork.end("before");
            inWork.begin("meanwhile");
            inWork.end("meanwhile");

            assertThat(watch.seen()).containsExactlyInAnyOrder("before", "meanwhile");
        }
    }

    @Test
    void whatEndedBeforeIsNotSeen() {
        inWork.begin("earlier");
        inWork.end("earlier");

        try (var watch = inWork.watch()) {
            assertThat(watch.seen()).isEmpty();
        }
    }
}
