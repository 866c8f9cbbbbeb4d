// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.server.RequestServer;
import java.io.IOException;

/** A server of the daemon's socket. */
public interface Serving {
    /** {@return whether no client finds it any more, which only a new start mends} */
    boolean isLost();

    /** Says from now on that new requests should go to the next daemon; returns at once. */
    void beginStop();

    /** Finishes the requests in work, and ends. */
    void stop() throws InterruptedException;

    /** Begins to serve, or says why the socket cannot be had. */
    @FunctionalInterface
    interface Start {
        Result<Serving> serve() throws IOException, InterruptedException;
    }

    /** {@return the server as its life sees it} */
    static Serving of(RequestServer server) {
        return new Serving() {
            @Override
            public boolean isLost() {
                return server.isLost();
            }

            @Override
            public void beginStop() {
                server.beginStop();
            }

            @Override
            public void stop() throws InterruptedException {
                server.stop();
            }
        };
    }
}
