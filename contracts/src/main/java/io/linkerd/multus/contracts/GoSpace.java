// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.Arrays;

/** White space as Go's {@code unicode.IsSpace}, {@code strings.TrimSpace} and {@code fmt.Sscanf} understand it. */
final class GoSpace {

    // Go's fmt/scan.go, table "space": it differs from Java's Character.isWhitespace by U+0085, U+00A0, U+2007, U+202F
    // and U+001C to U+001F.
    private static final int[] BEYOND_LATIN = {0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000};

    private GoSpace() {}

    static boolean is(int character) {
        return (character >= 0x09 && character <= 0x0d)
                || character == ' '
                || character == 0x85
                || character == 0xa0
                || (character >= 0x2000 && character <= 0x200a)
                || Arrays.binarySearch(BEYOND_LATIN, character) >= 0;
    }

    static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && is(text.charAt(start))) {
            start++;
        }
        while (end > start && is(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }
}
