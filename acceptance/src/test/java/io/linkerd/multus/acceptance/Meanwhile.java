// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Something that is done again and again for as long as a change takes, and once more after it. */
final class Meanwhile {
    private Meanwhile() {}

    /** What a test does to the cluster. */
    interface Change {
        void make() throws Exception;
    }

    /** What people do in the meantime; the first is turn 0. */
    interface Turn {
        void take(int turn) throws Exception;
    }

    /** Takes turns until the change is made; a failure of either is one of the whole. */
    static void during(Change change, Turn people) throws Exception {
        try (var changes = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> made = changes.submit(() -> {
                change.make();
                return true;
            });
            try {
                var turn = 0;
                while (!made.isDone()) {
                    people.take(turn++);
                }
                people.take(turn);
            } catch (Exception | AssertionError failed) {
                // Often because of the other, which nobody would hear of.
                if (made.state() == Future.State.FAILED) {
                    failed.addSuppressed(made.exceptionNow());
                }
                throw failed;
            }
            made.get();
        }
    }
}
