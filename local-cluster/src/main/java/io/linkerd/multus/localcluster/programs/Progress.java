// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.time.Duration;

/** Tells a person who waits what is going on. */
public interface Progress {
    /** A step that can fail. */
    @FunctionalInterface
    interface Step<T, E extends Exception> {
        /** Does it. */
        T run() throws E, InterruptedException;
    }

    /** Runs a step, announced by {@code name}, and tells how long it took; a long one is heard of while it runs. */
    <T, E extends Exception> T step(String name, Step<T, E> step) throws E, InterruptedException;

    /** A step that only does something. */
    @FunctionalInterface
    interface Action<E extends Exception> {
        /** Does it. */
        void run() throws E, InterruptedException;
    }

    /** Does what {@link #step} does, where there is nothing to return. */
    default <E extends Exception> void run(String name, Action<E> action) throws E, InterruptedException {
        this.<Action<E>, E>step(name, () -> {
            action.run();
            return action;
        });
    }

    /** Says something that is not a step. */
    void say(String line);

    /** Tells nobody. */
    static Progress silent() {
        return new Progress() {
            @Override
            public <T, E extends Exception> T step(String name, Step<T, E> step) throws E, InterruptedException {
                return step.run();
            }

            @Override
            public void say(String line) {}
        };
    }

    /** Returns a duration as people read it: {@code 3.4 s}, {@code 2 min 5 s}. */
    static String text(Duration duration) {
        var seconds = duration.toSeconds();
        return seconds < 60
                ? "%d.%d s".formatted(seconds, duration.toMillisPart() / 100)
                : "%d min %d s".formatted(seconds / 60, seconds % 60);
    }
}
