// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import java.util.Optional;

/**
 * Reads {@code START/SIZE} or {@code START-END} as Go's {@code fmt.Sscanf} reads {@code %d/%d} or {@code %d-%d} into two uint32:
 * blanks before a number are skipped, before the separator they are not, and what follows the second number is ignored.
 */
final class UidRangeGrammar {

    private static final String HIGHEST_UINT64 = "18446744073709551615";

    private final String text;
    private int position;

    private UidRangeGrammar(String text) {
        this.text = text;
    }

    static Result<UidRangeAnnotation> read(String text) {
        try {
            return new UidRangeGrammar(text).block();
        } catch (Mismatch mismatch) {
            return unusable("OpenShift cannot read it: " + mismatch.getMessage());
        }
    }

    private Result<UidRangeAnnotation> block() throws Mismatch {
        boolean sized = text.indexOf('/') >= 0;
        long first = number();
        separator(sized ? '/' : '-');
        long second = number();
        long last = sized ? first + second - 1 : second;
        return judge(first, last, sized);
    }

    /** OpenShift takes each of these without an error: its end wraps at 32 bits, or no user id lies between the two. */
    private Result<UidRangeAnnotation> judge(long first, long last, boolean sized) {
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
        var tail = Optional.of(GoText.trim(text.substring(position))).filter(ignored -> !ignored.isEmpty());
        return new Result.Ok<>(new UidRangeAnnotation(new UidRange(first, last), tail));
    }

    private static Result<UidRangeAnnotation> unusable(String reason) {
        return new Result.Not<>(reason);
    }

    private long number() throws Mismatch {
        skipSpace();
        if (position == text.length()) {
            throw new Mismatch("EOF");
        }
        int start = position;
        while (position < text.length() && '0' <= text.charAt(position) && text.charAt(position) <= '9') {
            position++;
        }
        if (start == position) {
            throw new Mismatch("expected integer");
        }
        return uint32(text.substring(start, position));
    }

    /** Sscanf reads 64 bits and then looks whether they fit, with a message of its own for each. */
    private static long uint32(String token) throws Mismatch {
        var digits = withoutLeadingZeros(token);
        int longer = digits.length() - HIGHEST_UINT64.length();
        if (longer > 0 || (longer == 0 && digits.compareTo(HIGHEST_UINT64) > 0)) {
            throw new Mismatch("strconv.ParseUint: parsing " + GoText.quote(token) + ": value out of range");
        }
        long value = Long.parseUnsignedLong(digits);
        if (Long.compareUnsigned(value, UidRange.HIGHEST_READABLE) > 0) {
            throw new Mismatch("unsigned integer overflow on token " + GoText.shorten(token));
        }
        return value;
    }

    private static String withoutLeadingZeros(String digits) {
        int first = 0;
        while (first < digits.length() - 1 && digits.charAt(first) == '0') {
            first++;
        }
        return digits.substring(first);
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
        while (position < text.length() && GoText.isSpace(text.charAt(position))) {
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
