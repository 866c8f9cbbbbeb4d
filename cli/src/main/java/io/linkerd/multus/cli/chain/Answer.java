// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

/**
 * How one link is.
 *
 * @param words what was seen; where a message tells of it, its cause in short
 * @param message what another program said of it, as an Event has it; empty where none did
 * @param remedy what to do; empty where there is nothing to do
 */
public record Answer(State state, String words, String message, String remedy) {
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

    /** {@return what was seen, with the message that tells of it} */
    public String seen() {
        return message.isEmpty() ? words : words + ": " + message;
    }

    static final Answer NOT_REACHED = new Answer(State.NOT_REACHED, "", "", "");

    static Answer right(String words) {
        return new Answer(State.RIGHT, words, "", "");
    }

    static Answer warning(String words, String remedy) {
        return new Answer(State.WARNING, words, "", remedy);
    }

    static Answer wrong(String words, String remedy) {
        return wrong(words, "", remedy);
    }

    static Answer wrong(String words, String message, String remedy) {
        return new Answer(State.WRONG, words, message, remedy);
    }

    static Answer waiting(String words) {
        return new Answer(State.WAITING, words, "", "");
    }

    static Answer unknown(String words) {
        return new Answer(State.UNKNOWN, words, "", "");
    }
}
