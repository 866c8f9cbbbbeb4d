// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

/**
 * A condition of a {@code LinkerdConfig}.
 *
 * @param type which one
 * @param status whether it is so
 * @param reason why, in a word
 * @param message why, and what to do; no value that may be secret
 */
public record ConfigCondition(ConditionType type, Status status, String reason, String message) {

    /** Whether a condition is so. */
    public enum Status {
        TRUE("True"),
        FALSE("False"),
        UNKNOWN("Unknown");

        private final String title;

        Status(String title) {
            this.title = title;
        }

        /** {@return its name in the API} */
        public String title() {
            return title;
        }

        /** {@return the status of what is so, or is not} */
        static Status of(boolean isSo) {
            return isSo ? TRUE : FALSE;
        }
    }
}
