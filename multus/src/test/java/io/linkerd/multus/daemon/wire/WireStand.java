// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import java.io.IOException;
import java.util.function.Function;

/** A node with a daemon that can be stopped, started again, and replaced by the other maker's. */
final class WireStand implements AutoCloseable {
    final WireNode node;
    final WireCluster cluster;
    private final Function<Maker, WireDaemon.Program> programs;
    private final Maker maker;
    private WireDaemon daemon;

    WireStand(WireNode node, WireCluster cluster, Function<Maker, WireDaemon.Program> programs, Maker maker)
            throws IOException {
        this.node = node;
        this.cluster = cluster;
        this.programs = programs;
        this.maker = maker;
        this.daemon = start(maker);
    }

    void stop() throws IOException {
        daemon.stop();
    }

    void start() throws IOException {
        daemon = start(maker);
    }

    /** Goes on with the daemon of the other maker. */
    void replace() throws IOException {
        stop();
        daemon = start(maker.other());
    }

    private WireDaemon start(Maker whose) throws IOException {
        return WireDaemon.start(programs.apply(whose), node, cluster);
    }

    @Override
    public void close() {
        daemon.close();
    }
}
