// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

/** What one look at a {@link StartStage} found. */
sealed interface StartCheck {

    /** It is there. */
    record Passed() implements StartCheck {}

    /** It is not there, and the daemon ends where it does not come. */
    record NotYet(String reason) implements StartCheck {}

    /** It is not as it should be, and the daemon goes on without where it does not come. */
    record Doubtful(String reason) implements StartCheck {}

    /** Looks. */
    @FunctionalInterface
    interface Look {
        StartCheck at(StartStage stage) throws InterruptedException;
    }
}
