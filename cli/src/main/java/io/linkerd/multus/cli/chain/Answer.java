// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

/**
 * How one link is.
 *
 * @param words what was seen
 * @param remedy what to do; empty where there is nothing to do
 */
public record Answer(State state, String words, String remedy) {
    /** How a link can be. */
    public enum State {
        /** It has come true. */
        RIGHT,
        /** It has, and will not for every pod. */
        WARNING,
        /** It has not: this is the cause. */
        WRONG,
        /** It is about to. */
        WAITING,
        /** It cannot be told. */
        UNKNOWN,
        /** It comes after one that has not come true. */
        NOT_REACHED;

        /** {@return whether what comes after it cannot have come true} */
        boolean ends() {
            return this == WRONG || this == WAITING;
        }
    }

    static final Answer NOT_REACHED = new Answer(State.NOT_REACHED, "", "");

    static Answer right(String words) {
        return new Answer(State.RIGHT, words, "");
    }

    static Answer warning(String words, String remedy) {
        return new Answer(State.WARNING, words, remedy);
    }

    static Answer wrong(String words, String remedy) {
        return new Answer(State.WRONG, words, remedy);
    }

    static Answer waiting(String words) {
        return new Answer(State.WAITING, words, "");
    }

    static Answer unknown(String words) {
        return new Answer(State.UNKNOWN, words, "");
    }
}
