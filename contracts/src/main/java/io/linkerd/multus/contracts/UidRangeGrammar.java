// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.Optional;

/**
 * Reads {@code START/SIZE} or {@code START-END} as Go's {@code fmt.Sscanf} reads {@code %d/%d} or {@code %d-%d} into two uint32:
 * blanks before a number are skipped, before the separator they are not, and what follows the second number is ignored.
 */
final class UidRangeGrammar {

    // strconv.ParseUint reads up to 2^64-1; Sscanf then refuses what does not fit into 32 bits, with another message.
    private static final int DIGITS_OF_UINT64 = 20;

    private final String text;
    private int position;

    private UidRangeGrammar(String text) {
        this.text = text;
    }

    static UidRangeReading read(String text) {
        try {
            return new UidRangeGrammar(text).block();
        } catch (Mismatch mismatch) {
            return new UidRangeReading.Unusable(text, "OpenShift cannot read it: " + mismatch.getMessage());
        }
    }

    private UidRangeReading block() throws Mismatch {
        var sized = text.indexOf('/') >= 0;
        long first = number();
        separator(sized ? '/' : '-');
        long second = number();
        // Go computes start + size - 1 in uint32, and so wraps where this does not: both an end that is too high and a
        // size of 0.
        long last = sized ? first + second - 1 : second;
        if (first == 0) {
            return unusable("it starts at user id 0, which is root");
        }
        if (last < first) {
            return unusable(sized ? "its size is 0" : "it ends before it starts");
        }
        if (last > UidRange.HIGHEST_READABLE) {
            return unusable("it goes beyond the highest 32-bit number, " + UidRange.HIGHEST_READABLE);
        }
        if (first > UidRange.HIGHEST_UID) {
            return unusable("it starts beyond the highest user id of Kubernetes, " + UidRange.HIGHEST_UID);
        }
        var tail = text.substring(position);
        return new UidRangeReading.Usable(
                new UidRange(first, last), tail.isEmpty() ? Optional.empty() : Optional.of(tail));
    }

    private UidRangeReading unusable(String reason) {
        return new UidRangeReading.Unusable(text, reason);
    }

    private long number() throws Mismatch {
        skipSpace();
        if (position == text.length()) {
            throw new Mismatch("EOF");
        }
        int start = position;
        while (position < text.length() && text.charAt(position) >= '0' && text.charAt(position) <= '9') {
            position++;
        }
        if (start == position) {
            throw new Mismatch("expected integer");
        }
        return uint32(text.substring(start, position));
    }

    private static long uint32(String token) throws Mismatch {
        var digits = token.replaceFirst("^0+(?=.)", "");
        if (digits.length() > DIGITS_OF_UINT64 || !fitsUint64(digits)) {
            throw new Mismatch("strconv.ParseUint: parsing \"" + token + "\": value out of range");
        }
        long value = Long.parseUnsignedLong(digits);
        if (Long.compareUnsigned(value, UidRange.HIGHEST_READABLE) > 0) {
            throw new Mismatch("unsigned integer overflow on token " + token);
        }
        return value;
    }

    private static boolean fitsUint64(String digits) {
        return digits.length() < DIGITS_OF_UINT64 || digits.compareTo("18446744073709551615") <= 0;
    }

    private void separator(char expected) throws Mismatch {
        if (position == text.length()) {
            throw new Mismatch("unexpected EOF");
        }
        if (text.charAt(position) != expected) {
            throw new Mismatch("input does not match format");
        }
        position++;
    }

    private void skipSpace() throws Mismatch {
        while (position < text.length() && GoSpace.is(text.charAt(position))) {
            if (text.charAt(position) == '\n') {
                throw new Mismatch("unexpected newline");
            }
            position++;
        }
    }

    /** Says, in Go's own words, why the text is not a block. */
    private static final class Mismatch extends Exception {
        private static final long serialVersionUID = 1;

        Mismatch(String message) {
            super(message, null, false, false);
        }
    }
}
