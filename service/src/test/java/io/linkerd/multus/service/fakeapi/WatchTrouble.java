// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes trouble for whoever watches: one piece at a time, chosen by a seed, so that what failed can be repeated.
 *
 * <p>A client that lists, watches, and lists again where it has to, ends with what the server has, whatever came in
 * between.
 */
public final class WatchTrouble {
    private final FakeApiServer server;
    private final long seed;
    private final Random random;
    private final List<Piece> made = new ArrayList<>();

    private enum Piece {
        END,
        BREAK_OFF,
        BOOKMARK,
        COMPACT,
        COMPACT_AND_END,
        GONE_AS_STATUS,
        WATCH_FAILS,
        LIST_FAILS,
        TOO_MANY_REQUESTS,
        HANG_UP,
        RESTART
    }

    /** Makes trouble for the clients of that server. */
    public WatchTrouble(FakeApiServer server, long seed) {
        this.server = server;
        this.seed = seed;
        this.random = new Random(seed);
    }

    /** Makes one piece of trouble. */
    public void next() {
        var piece = Piece.values()[random.nextInt(Piece.values().length)];
        made.add(piece);
        switch (piece) {
            case END -> server.watches().end();
            case BREAK_OFF -> server.watches().breakOff();
            case BOOKMARK -> server.watches().bookmark();
            case COMPACT -> server.compact();
            case COMPACT_AND_END -> compactAndEnd(false);
            case GONE_AS_STATUS -> compactAndEnd(true);
            case WATCH_FAILS -> failWatches(Failure.status(random.nextBoolean() ? 410 : 503));
            case LIST_FAILS -> server.fail("GET ", Failure.status(500), 1);
            case TOO_MANY_REQUESTS -> failWatches(Failure.tooManyRequests(Duration.ofSeconds(1)));
            case HANG_UP -> failWatches(new Failure.HangUp());
            case RESTART -> {
                server.refuseConnections();
                server.acceptConnections();
            }
        }
    }

    /** Lets everything work again; what was lost stays lost. */
    public void end() {
        server.watches().refuseTooOld(false);
        server.heal();
    }

    private void compactAndEnd(boolean refused) {
        server.watches().refuseTooOld(refused);
        server.compact();
        server.watches().end();
    }

    private void failWatches(Failure failure) {
        server.fail("WATCH ", failure, 1);
        server.watches().end();
    }

    /** The seed and all that was made of it. */
    @Override
    public String toString() {
        return "seed " + seed + ": " + made;
    }
}
