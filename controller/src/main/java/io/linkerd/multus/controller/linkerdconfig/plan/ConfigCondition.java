// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

/**
 * A condition of a {@code LinkerdConfig}.
 *
 * @param type its type
 * @param status whether it holds
 * @param reason in CamelCase
 * @param message for people: the reason and the remedy; no value that may be secret
 */
public record ConfigCondition(ConditionType type, Status status, String reason, String message) {

    /** Whether a condition holds. */
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
