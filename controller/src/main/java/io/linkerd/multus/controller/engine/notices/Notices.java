// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.notices;

import io.linkerd.multus.contracts.events.EventObject;
import io.linkerd.multus.contracts.plans.Notice;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells each notice once for as long as its cause stays, and once more before the cluster forgets it. Each place, such as a
 * namespace, says what holds there now; what it does not say any more has ended.
 */
public final class Notices {
    static final Duration TELL_AGAIN_AFTER = EventObject.KEPT.minusMinutes(15);

    private final Consumer<Notice> recorder;
    private final LongSupplier nanoClock;
    private final ConcurrentMap<String, Map<Notice, Long>> toldAt = new ConcurrentHashMap<>();

    /** Tells by that means; if it throws, the notice counts as not told. */
    public Notices(Consumer<Notice> recorder, LongSupplier nanoClock) {
        this.recorder = recorder;
        this.nanoClock = nanoClock;
    }

    /** Takes what holds at the place now, and tells what was not told yet. For each place, called by one thread at a time. */
    public void hold(String place, List<Notice> notices) {
        if (notices.isEmpty()) {
            toldAt.remove(place);
            return;
        }
        var before = toldAt.getOrDefault(place, Map.of());
        var now = new HashMap<Notice, Long>();
        for (var notice : notices) {
            Long told = before.get(notice);
            if (told != null && nanoClock.getAsLong() - told < TELL_AGAIN_AFTER.toNanos()) {
                now.put(notice, told);
            }
        }
        toldAt.put(place, Map.copyOf(now));
        for (var notice : notices) {
            if (!now.containsKey(notice)) {
                recorder.accept(notice);
                now.put(notice, nanoClock.getAsLong());
                toldAt.put(place, Map.copyOf(now));
            }
        }
    }
}
