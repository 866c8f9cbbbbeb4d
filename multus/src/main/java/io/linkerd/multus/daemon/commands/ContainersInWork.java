// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import java.util.HashSet;
import java.util.Set;

/** The containers that commands are at work on, of which a GC takes none away: also not one whose command ends while the GC looks. */
final class ContainersInWork {
    private final Set<String> inWork = new HashSet<>();
    private final Set<Watch> watches = new HashSet<>();

    /** All that were at work at any moment from its beginning on; it is closed when that is of no more interest. */
    final class Watch implements AutoCloseable {
        private final Set<String> seen;

        private Watch(Set<String> now) {
            this.seen = new HashSet<>(now);
        }

        Set<String> seen() {
            synchronized (ContainersInWork.this) {
                return Set.copyOf(seen);
            }
        }

        @Override
        public void close() {
            synchronized (ContainersInWork.this) {
                watches.remove(this);
            }
        }
    }

    synchronized void begin(String container) {
        inWork.add(container);
        watches.forEach(watch -> watch.seen.add(container));
    }

    synchronized void end(String container) {
        inWork.remove(container);
    }

    synchronized Watch watch() {
        var watch = new Watch(inWork);
        watches.add(watch);
        return watch;
    }
}
