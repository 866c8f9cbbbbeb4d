// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Writes of one thing in a row that another writer undid. The first few are made again at once, as drift should be; from then on each waits
 * longer than the one before, so that neither side is kept busy. When it is over is for its owner to say.
 *
 * @param manners how it gives way
 * @param writes how many there were in a row
 * @param last when the last one was, in nanoseconds
 */
public record Fight(Manners manners, int writes, long last) {
    /** One that goes on is no news for so long. */
    public static final Duration NEWS = Duration.ofMinutes(10);

    /**
     * How a fight gives way.
     *
     * @param atOnce how many writes in a row are no fight yet
     * @param backoff how long each one after that stands before the next may follow
     */
    public record Manners(int atOnce, Backoff backoff) {}

    /** {@return one in which nothing was written; {@code now} counts as the last write} */
    public static Fight none(Manners manners, long now) {
        return new Fight(manners, 0, now);
    }

    /** {@return the same after one more write} */
    public Fight written(long now) {
        return new Fight(manners, writes + 1, now);
    }

    /** {@return whether another writer is to be suspected by now} */
    public boolean isOn() {
        return writes > manners.atOnce();
    }

    /** {@return what has to pass between the last write and the next} */
    public Duration pause() {
        return isOn() ? manners.backoff().after(writes - manners.atOnce()) : Duration.ZERO;
    }

    /** {@return the same, shortened by up to a half, so that replicas do not come back together} */
    public Duration pause(RandomGenerator random) {
        return isOn() ? manners.backoff().after(writes - manners.atOnce(), random) : Duration.ZERO;
    }

    /** {@return how long ago the last write was} */
    public Duration since(long now) {
        return Duration.ofNanos(now - last);
    }
}
