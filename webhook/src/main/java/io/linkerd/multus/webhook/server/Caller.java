// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.service.clocks.Deadline;
import io.netty.channel.Channel;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The peer of a connection, which waits for one answer at a time; from any thread. */
final class Caller {
    private final AtomicReference<Optional<Deadline>> deadline = new AtomicReference<>(Optional.empty());

    /** Has a deadline end early when the caller goes away. */
    void waits(Deadline until, Channel channel) {
        deadline.set(Optional.of(until));
        if (!channel.isActive()) {
            until.abandon();
        }
    }

    /** It has its answer. */
    void isAnswered() {
        deadline.set(Optional.empty());
    }

    /** It waits no longer. */
    void goes() {
        deadline.getAndSet(Optional.empty()).ifPresent(Deadline::abandon);
    }
}
