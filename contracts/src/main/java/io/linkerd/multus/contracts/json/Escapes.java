// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

/** Reads texts of ASCII that have escapes in them, as JSON within JSON has. */
final class Escapes {
    private Escapes() {}

    /**
     * {@return the text between two quotes, whose grammar is right}
     *
     * @throws Unusual where a character is written as its number
     */
    static String read(byte[] document, int from, int to) {
        var text = new StringBuilder(to - from);
        for (int at = from; at < to; at++) {
            boolean escaped = document[at] == '\\';
            text.append(escaped ? meant(document[++at]) : (char) document[at]);
        }
        return text.toString();
    }

    private static char meant(byte written) {
        return switch (written) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case '"', '\\', '/' -> (char) written;
            default -> throw new Unusual();
        };
    }
}
