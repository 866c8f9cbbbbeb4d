// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.function.Supplier;

/** For work of the node that concerns single containers, too: each part waits for its turn behind the requests of its container. */
@FunctionalInterface
public interface ContainerTurns {
    /**
     * Carries a part out on the caller's thread. Work that is in a container's turn itself must not ask: it would wait for its own end.
     *
     * @return what came of it, or why its turn did not come: the deadline, a queue that is full, a stop
     */
    <T> Result<T> inTurnOf(String container, Supplier<T> part, Deadline deadline);
}
