// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.installer.settings.NodeSettings;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.retry.Backoff;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Finds out when somebody else keeps undoing our repairs, and gives way for longer and longer.
 *
 * <p>The first few repairs of a file are made at once, as drift should be. From then on each waits twice as long as the one before, up
 * to 30 s, until the file has been left alone for a minute. For one thread.
 */
@Singleton
final class Fights {
    private static final int AT_ONCE = 3;
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));
    private static final Duration PEACE = Duration.ofSeconds(60);

    /** Linkerd's own installer copies its plugin over ours, and takes away what has the plugin's name when it ends. */
    private static final String LINKERDS_OWN = "Linkerd's own CNI DaemonSet: keep it off this node";

    /** Who else writes files of these names, and what helps. */
    private static final Map<String, String> RIVALS =
            Map.of(Linkerd.PLUGIN, LINKERDS_OWN, NodeSettings.LINKERDS_KUBECONFIG, LINKERDS_OWN);

    private final LongSupplier nanos;
    private final Map<String, Fight> fights = new HashMap<>();

    /** Moments in nanoseconds. */
    private record Fight(int repairs, long lastRepair, long notBefore) {}

    Fights(Clocks clocks) {
        this.nanos = clocks.nanos();
    }

    /** {@return who most likely undoes our repairs of a file, and the cure; empty where anybody could} */
    static Optional<String> likelyRival(String path) {
        return Optional.ofNullable(RIVALS.get(path.substring(path.lastIndexOf('/') + 1)));
    }

    /** Notes that a file was put right, and tells how long its next repair has to wait: nothing while it need not. */
    Optional<Duration> repaired(String path) {
        long now = nanos.getAsLong();
        var before = fights.get(path);
        int repairs = before == null || now - before.lastRepair() > PEACE.toNanos() ? 1 : before.repairs() + 1;
        if (repairs <= AT_ONCE) {
            fights.put(path, new Fight(repairs, now, now));
            return Optional.empty();
        }
        var wait = BACKOFF.after(repairs - AT_ONCE);
        fights.put(path, new Fight(repairs, now, now + wait.toNanos()));
        return Optional.of(wait);
    }

    /** {@return files that are left alone for now} */
    Set<String> postponed() {
        long now = nanos.getAsLong();
        return fights.entrySet().stream()
                .filter(fight -> fight.getValue().notBefore() - now > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** {@return how long until the first of them may be put right; empty when none waits} */
    Optional<Duration> nextTurn() {
        long now = nanos.getAsLong();
        return fights.values().stream()
                .map(fight -> Duration.ofNanos(fight.notBefore() - now))
                .filter(Duration::isPositive)
                .min(Duration::compareTo);
    }
}
