// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import io.linkerd.multus.daemon.server.RequestServer;
import io.linkerd.multus.daemon.spool.Spool;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Wakeups;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that says that it is ready once the spool was replayed, however that went, and looks at the spool until it stops. {@link
 * StartStage#OWN_API} waits for longer than the replay takes at most.
 */
public final class ReplayingServer implements Serving {
    private static final Logger log = LoggerFactory.getLogger(ReplayingServer.class);

    private final RequestServer server;
    private final Spool spool;
    private final Wakeups wakeups = new Wakeups();

    private ReplayingServer(RequestServer server, Spool spool) {
        this.server = server;
        this.spool = spool;
    }

    /** Begins to replay; {@code server} was started as not ready, with the spool's handler. */
    public static Serving begin(RequestServer server, Spool spool, LongSupplier nanos) {
        var serving = new ReplayingServer(server, spool);
        Thread.ofPlatform().daemon().name("replay").start(() -> serving.run(nanos));
        return serving;
    }

    @Override
    public boolean isLost() {
        return server.isLost();
    }

    @Override
    public void beginStop() {
        wakeups.stop();
        server.beginStop();
    }

    @Override
    public void stop() throws InterruptedException {
        beginStop();
        server.stop();
    }

    private void run(LongSupplier nanos) {
        try {
            try {
                spool.replayAll(server::carryOut, Deadline.in(Spool.LONGEST_START, nanos));
            } finally {
                server.beReady();
            }
            spool.watchLoop(server::carryOut, wakeups);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            log.atError()
                    .setCause(e)
                    .log("the spool is not looked at any more before the next start; requests are served");
            throw e;
        }
    }
}
