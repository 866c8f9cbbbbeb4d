// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds where something ends that nobody reads. Its grammar is looked at, that of RFC 8259, and nothing else of it. What is wrong, or only
 * unusual (no ASCII, say), has no end here: it is left to a parser that reads every word.
 *
 * <p>Each method takes where something begins, and returns what is behind it, or {@link #NOWHERE}, which has nothing behind it either.
 */
final class PassedOver {
    static final int NOWHERE = -1;

    static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private static final int UNICODE_DIGITS = 4;

    /** Eight bytes at once. */
    static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = ONES << (Byte.SIZE - 1);
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';

    private final byte[] document;

    /** {@return whether a document has nothing but characters of ASCII, and no NUL: that is no JSON, and a sign of another encoding} */
    static boolean isAscii(byte[] document) {
        int whole = document.length & -Long.BYTES;
        long signs = 0;
        for (int at = 0; at < whole; at += Long.BYTES) {
            long eight = (long) EIGHT.get(document, at);
            signs |= eight | (eight - ONES);
        }
        for (int at = whole; at < document.length; at++) {
            signs |= document[at] | (document[at] - 1);
        }
        return (signs & HIGH_BITS) == 0;
    }

    PassedOver(byte[] document) {
        this.document = document;
    }

    /** @param levels how many more there may be within the object whose brace is passed */
    private int members(int at, int levels) {
        int next = blanks(at);
        if (byteAt(next) == '}') {
            return next + 1;
        }
        do {
            next = value(only(':', blanks(name(blanks(next)))), levels);
        } while (byteAt(next++) == ',');
        return only('}', next - 1);
    }

    /** @param levels how many more there may be within the list whose bracket is passed */
    private int elements(int at, int levels) {
        int next = blanks(at);
        if (byteAt(next) == ']') {
            return next + 1;
        }
        do {
            next = value(next, levels);
        } while (byteAt(next++) == ',');
        return only(']', next - 1);
    }

    /** With the blanks around it. */
    int value(int at, int levels) {
        int start = blanks(at);
        return blanks(
                switch (byteAt(start)) {
                    case '"' -> text(start + 1);
                    case '{' -> levels == 0 ? NOWHERE : members(start + 1, levels - 1);
                    case '[' -> levels == 0 ? NOWHERE : elements(start + 1, levels - 1);
                    case 't' -> word(TRUE, start);
                    case 'f' -> word(FALSE, start);
                    case 'n' -> word(NULL, start);
                    default -> number(start);
                });
    }

    /** A character that is written as its number may be half of one, which no name has. */
    private int name(int at) {
        int stop = plain(only('"', at));
        while (byteAt(stop) == '\\' && byteAt(stop + 1) != 'u') {
            stop = plain(escape(stop + 1));
        }
        return only('"', stop);
    }

    int text(int at) {
        int stop = plain(at);
        while (byteAt(stop) == '\\') {
            stop = plain(escape(stop + 1));
        }
        return only('"', stop);
    }

    private int escape(int at) {
        return switch (byteAt(at)) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 1;
            case 'u' -> hexadecimal(at + 1);
            default -> NOWHERE;
        };
    }

    private int hexadecimal(int at) {
        for (int digit = 0; digit < UNICODE_DIGITS; digit++) {
            if (Character.digit(byteAt(at + digit), 16) < 0) {
                return NOWHERE;
            }
        }
        return at + UNICODE_DIGITS;
    }

    int number(int at) {
        int whole = byteAt(at) == '-' ? at + 1 : at;
        int next = byteAt(whole) == '0' ? whole + 1 : digits(whole);
        if (byteAt(next) == '.') {
            next = digits(next + 1);
        }
        if (byteAt(next) == 'e' || byteAt(next) == 'E') {
            boolean signed = byteAt(next + 1) == '-' || byteAt(next + 1) == '+';
            next = digits(signed ? next + 2 : next + 1);
        }
        return next - at > JsonLimits.NUMBER ? NOWHERE : next;
    }

    private int digits(int at) {
        int next = at;
        while (byteAt(next) >= '0' && byteAt(next) <= '9') {
            next++;
        }
        return next == at ? NOWHERE : next;
    }

    int word(byte[] word, int at) {
        for (int each = 0; each < word.length; each++) {
            if (byteAt(at + each) != word[each]) {
                return NOWHERE;
            }
        }
        return at + word.length;
    }

    private int only(char wanted, int at) {
        return byteAt(at) == wanted ? at + 1 : NOWHERE;
    }

    int blanks(int at) {
        int next = at;
        while (isBlank(byteAt(next))) {
            next++;
        }
        return next;
    }

    private static boolean isBlank(byte character) {
        return character <= ' ' && (character == ' ' || character == '\n' || character == '\r' || character == '\t');
    }

    /** As long as it stands for itself: up to a quote, a backslash, a control character, or what is no ASCII. */
    int plain(int at) {
        int next = at;
        while (next >= 0 && next + Long.BYTES <= document.length) {
            long others = others((long) EIGHT.get(document, next));
            if (others != 0) {
                return next + Long.numberOfTrailingZeros(others) / Byte.SIZE;
            }
            next += Long.BYTES;
        }
        while (byteAt(next) >= ' ' && byteAt(next) != '"' && byteAt(next) != '\\') {
            next++;
        }
        return next;
    }

    /**
     * {@return a word whose lowest bit is in the first of eight bytes that does not stand for itself; zero where all do} A byte from which too
     * much is taken gets its high bit, and borrows from the next one: so the first one found is one, whatever is told of those behind it.
     */
    private static long others(long eight) {
        long ends = ((eight ^ QUOTES) - ONES) | ((eight ^ BACKSLASHES) - ONES);
        return (ends | (eight - SPACES) | eight) & HIGH_BITS;
    }

    /** {@return a NUL outside of the document, which is nothing in JSON} */
    byte byteAt(int at) {
        return at >= 0 && at < document.length ? document[at] : 0;
    }
}
