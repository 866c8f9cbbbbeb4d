// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import java.util.List;

/** Options that take one of a few words. */
final class Words {
    private Words() {}

    /** {@return the word, which is one of those} */
    static String oneOf(String option, String word, List<String> words) {
        if (!words.contains(word)) {
            throw new UnusableInput(option + "=" + word + ": one of " + String.join(", ", words) + " would do");
        }
        return word;
    }

    /** Passes where a {@code what} can be called so. */
    static void checked(String name, boolean isOne, String what) {
        if (!isOne) {
            throw new UnusableInput("'" + name + "' is no name that a " + what + " can have");
        }
    }
}
