// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.ChannelMatchers;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.ImmediateEventExecutor;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The sockets that the server has open: the one that listens, and those of connections from the moment on in which they are accepted. */
@Singleton
final class Sockets {
    private final ChannelGroup open = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);

    void opened(Channel socket) {
        open.add(socket);
    }

    /** Closes the one that listens, and waits until it is closed; connections stay. */
    void stopAccepting() throws InterruptedException {
        open.close(ChannelMatchers.isServerChannel()).await();
    }

    /** Waits until every connection is closed, or this time is over; {@return whether every one is} */
    boolean awaitClosed(Duration most) throws InterruptedException {
        return open.newCloseFuture(ChannelMatchers.isNonServerChannel()).await(most.toNanos(), TimeUnit.NANOSECONDS);
    }
}
