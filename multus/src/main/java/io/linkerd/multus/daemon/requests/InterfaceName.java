// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import io.linkerd.multus.contracts.GoText;
import java.util.Optional;

/** Names an interface, as Linux allows: it can stand in the name of a file, and leads into no other folder. */
public record InterfaceName(String value) {
    /** What a request without one is about. */
    static final String USUAL = "eth0";

    /** IFNAMSIZ of Linux, less the byte that ends the name. */
    private static final int LONGEST = 16 - 1;

    private static final String VARIABLE = "CNI_IFNAME";

    public InterfaceName {
        problem(value).ifPresent(problem -> {
            throw new IllegalArgumentException(problem.text());
        });
    }

    /** {@return why a text cannot name an interface} */
    static Optional<CniError> problem(String text) {
        if (text.isEmpty()) {
            return Variables.invalid(VARIABLE, "is empty", text);
        }
        if (GoText.length(text) > LONGEST) {
            return Variables.invalid(VARIABLE, "is longer than " + LONGEST + " bytes", text);
        }
        if (text.equals(".") || text.equals("..")) {
            return Variables.invalid(VARIABLE, "names a folder", text);
        }
        return !Variables.isPath(text) || text.codePoints().anyMatch(InterfaceName::isForbidden)
                ? Variables.invalid(VARIABLE, "has a slash, a colon, a blank, or what is no text", text)
                : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }

    private static boolean isForbidden(int character) {
        return character == '/' || character == ':' || GoText.isSpace(character);
    }
}
