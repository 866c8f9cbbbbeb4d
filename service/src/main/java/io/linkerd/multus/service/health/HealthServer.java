// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import io.linkerd.multus.service.health.Places.Limits;
import io.linkerd.multus.service.settings.HealthPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /livez}, {@code /readyz} and {@code /metrics} over plain HTTP, by a server of its own that answers from the first moment of a
 * start on, and whatever is done to its port: see {@link Places}.
 *
 * <p>Until the process is ready for the first time, {@code /readyz} waits a little before it says no. The kubelet looks once a second;
 * a look that comes too early by less than that would cost a start the whole second.
 */
public final class HealthServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HealthServer.class);

    private static final String DISMISSED = "linkerd_multus_health_dismissed_connections_total";

    private final HealthPages pages;
    private final ProbePort port;

    /**
     * How long to wait for a start.
     *
     * @param look one question for readiness; well below the two seconds that the chart's probe gives an answer
     * @param start the whole of it; then liveness says no, which the chart's probe takes for an answer after 50 s more
     */
    record Patience(Duration look, Duration start) {
        static final Patience STANDARD = new Patience(Duration.ofSeconds(1), Duration.ofSeconds(70));
    }

    /** Opens that port; in the network of the host it may be another program's, and another one is taken where probes do not ask there. */
    public static HealthServer at(HealthPort port) {
        try {
            return new HealthServer(port.number());
        } catch (UncheckedIOException taken) {
            if (port.isSaid()) {
                throw taken;
            }
            var server = new HealthServer(0);
            log.atWarn()
                    .addKeyValue("reason", taken.getMessage())
                    .addKeyValue("port", server.port())
                    .log("health is served at another port than usual; LINKERD_MULTUS_HEALTH_PORT says one");
            return server;
        }
    }

    /**
     * Opens the port on all addresses; it is alive and not ready until there is something to {@link #report}.
     *
     * @param port 0 takes any free one
     * @throws UncheckedIOException where the port is taken
     */
    public HealthServer(int port) {
        this(port, Patience.STANDARD);
    }

    HealthServer(int port, Patience patience) {
        this(port, patience, Limits.STANDARD);
    }

    HealthServer(int port, Patience patience, Limits limits) {
        pages = new HealthPages(patience);
        try {
            this.port = new ProbePort(port, limits, Thread.ofVirtual().factory(), this::answer);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port + ": " + e.getMessage(), e);
        }
        this.port.open();
    }

    /** {@return the port that was taken} */
    public int port() {
        return port.port();
    }

    /** Tells of this health from now on. */
    public void report(Health now) {
        pages.report(now);
    }

    @Override
    public void close() {
        port.close();
    }

    private byte[] answer(RequestLine asked) {
        return pages.at(asked, metrics()).message();
    }

    /** {@return what the port itself has counted; nothing as long as nothing of it ever happened} */
    String metrics() {
        long room = port.closedForRoom();
        long time = port.closedForTime();
        return room + time == 0
                ? ""
                : "# HELP " + DISMISSED + " Connections to the health port that were closed from here, by why\n# TYPE "
                        + DISMISSED + " counter\n" + DISMISSED + "{reason=\"room\"} " + room + "\n" + DISMISSED
                        + "{reason=\"time\"} " + time + "\n";
    }
}
