// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All open watches, and what can become of them. */
public final class Watches {
    private final Set<Watch> open = ConcurrentHashMap.newKeySet();
    private volatile Duration longest = Duration.ofMinutes(30);
    private volatile boolean goneAsStatus;

    Watches() {}

    /** Ends them in good order, as a server does that stops. */
    public void end() {
        wish(Watch.Wish.END);
    }

    /** Ends them with an ERROR event, as a server does whose history does not reach back to where they are. */
    public void expire() {
        wish(Watch.Wish.EXPIRE);
    }

    /** Ends their connections in the middle of a line. */
    public void breakOff() {
        wish(Watch.Wish.BREAK_OFF);
    }

    /** Lets them stay open and say nothing any more, as half-open connections do. */
    public void silence() {
        wish(Watch.Wish.BE_SILENT);
    }

    /** Sends a bookmark to each that allows it; otherwise they come only at the end. */
    public void bookmark() {
        wish(Watch.Wish.BOOKMARK);
    }

    /** Ends each watch that is opened from now on after this time, if not before. */
    public void endAfter(Duration time) {
        longest = time;
    }

    /** Whether a watch that begins too far back is refused with 410 at once, instead of by an ERROR event. */
    public void refuseTooOld(boolean atOnce) {
        goneAsStatus = atOnce;
    }

    Duration longest() {
        return longest;
    }

    boolean refuses(Watch watch) {
        return goneAsStatus && watch.isGone();
    }

    void opened(Watch watch) {
        open.add(watch);
    }

    void closed(Watch watch) {
        open.remove(watch);
    }

    private void wish(Watch.Wish wish) {
        open.forEach(watch -> watch.wish(wish));
    }
}
