// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import java.util.Optional;
import java.util.regex.Pattern;

/** Names a container, as the CNI specification allows: it can stand in the name of a file, and leads into no other folder. */
public record ContainerId(String value) {
    /** {@code CNI_CONTAINERID}: a letter or digit, and more of them, with {@code _}, {@code .} and {@code -}. */
    private static final Pattern FORM = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]*");

    /** NAME_MAX of Linux: files are called by it. */
    private static final int LONGEST = 255;

    private static final String VARIABLE = "CNI_CONTAINERID";

    public ContainerId {
        problem(value).ifPresent(problem -> {
            throw new IllegalArgumentException(problem.text());
        });
    }

    /** {@return why a text cannot name a container} */
    static Optional<CniError> problem(String text) {
        if (text.isEmpty()) {
            return Variables.invalid(VARIABLE, "is empty", text);
        }
        if (text.length() > LONGEST) {
            return Variables.invalid(VARIABLE, "is longer than " + LONGEST + " characters", text);
        }
        return FORM.matcher(text).matches()
                ? Optional.empty()
                : Variables.invalid(VARIABLE, "has invalid characters", text);
    }

    @Override
    public String toString() {
        return value;
    }
}
