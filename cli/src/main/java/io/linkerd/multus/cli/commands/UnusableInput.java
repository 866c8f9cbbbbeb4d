// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.facts.Sight;
import java.util.Optional;

/** What a command was given cannot be used; the message says what, and what would do. */
public final class UnusableInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String words;

    /** Says so. */
    public UnusableInput(String words) {
        super(words);
        this.words = words;
    }

    /** {@return what was asked for, or nothing where it is known not to be there} Where it cannot be seen, that is thrown in words. */
    static <T> Optional<T> unlessUnseen(Sight<T> sight) {
        sight.whyNot().ifPresent(why -> {
            throw new UnusableInput(why);
        });
        return sight.seen();
    }

    String words() {
        return words;
    }
}
