// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import java.util.Optional;

/**
 * One question, and its answer.
 *
 * @param description the question, as what has to be so: {@code each node has the plugin}
 * @param error what is not so, its cause, and what to do; empty where all is
 * @param hint the part of docs/troubleshooting.md about it, as in {@code node-without-plugin}
 */
public record Check(String description, Result result, Optional<String> error, String hint) {
    /** {@return one that is as it has to be} */
    public static Check right(String description, String hint) {
        return new Check(description, Result.SUCCESS, Optional.empty(), hint);
    }

    /** {@return the same, where it is not wrong yet} */
    Check asWarning() {
        return result == Result.ERROR ? new Check(description, Result.WARNING, error, hint) : this;
    }

    /** {@return one that is not as it should be} */
    public static Check warning(String description, String error, String hint) {
        return new Check(description, Result.WARNING, Optional.of(error), hint);
    }

    /** {@return one that is wrong} */
    public static Check wrong(String description, String error, String hint) {
        return new Check(description, Result.ERROR, Optional.of(error), hint);
    }
}
