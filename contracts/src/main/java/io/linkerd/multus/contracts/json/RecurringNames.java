// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Remembers names that come again and again, so that none of them is made anew. Each has one place, which the next one takes that has the
 * same: whoever sends names that nobody has, however many, takes no more than the places. For any number of threads.
 */
final class RecurringNames {
    private static final int PLACES = 2048;

    /** Longer ones, which few have, are made anew. */
    private static final int LONGEST = 64;

    private static final long GOLDEN_RATIO = 0x9E37_79B9_7F4A_7C15L;
    private static final int PLACE_SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(PLACES);

    private final Name[] names = new Name[PLACES];

    /** All that one has is final: another thread sees the whole of it, or none. */
    private static final class Name {
        private final byte[] bytes;
        private final String text;

        Name(byte[] bytes) {
            this.bytes = bytes;
            this.text = new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    RecurringNames() {
        Arrays.fill(names, new Name(new byte[0]));
    }

    /** {@return the name between two places of a document of ASCII} */
    String name(byte[] document, int from, int to) {
        if (to - from > LONGEST) {
            return new String(document, from, to - from, StandardCharsets.ISO_8859_1);
        }
        int place = place(document, from, to);
        var known = names[place];
        if (!Arrays.equals(document, from, to, known.bytes, 0, known.bytes.length)) {
            known = new Name(Arrays.copyOfRange(document, from, to));
            names[place] = known;
        }
        return known.text;
    }

    private static int place(byte[] document, int from, int to) {
        int length = to - from;
        long hash = length;
        if (length >= Long.BYTES) {
            for (int at = from; at < to - Long.BYTES; at += Long.BYTES) {
                hash = mixed(hash, (long) PassedOver.EIGHT.get(document, at));
            }
            hash = mixed(hash, (long) PassedOver.EIGHT.get(document, to - Long.BYTES));
        } else {
            for (int at = from; at < to; at++) {
                hash = hash << Byte.SIZE | document[at];
            }
            hash = mixed(hash, 0);
        }
        return (int) (hash >>> PLACE_SHIFT);
    }

    private static long mixed(long hash, long eight) {
        long product = (hash ^ eight) * GOLDEN_RATIO;
        return product ^ (product >>> Integer.SIZE);
    }
}
