// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Walks over a document of ASCII that is here, byte by byte, and makes nothing of it but what is asked for. It takes what is written as
 * programs write it; whatever is wrong, or unusual where somebody reads it (a key with an escape, a number of twenty digits), is
 * {@link Unusual}, and left to Jackson, which finds the words for it.
 */
final class AsciiWalk extends JsonWalk {
    private static final RecurringNames NAMES = new RecurringNames();

    private final byte[] document;
    private final PassedOver grammar;
    private final JsonLimits limits;
    private int levels;
    private int kept;

    /** Where the next value begins, or what is behind the last one; nowhere, where that was none, and there is no way on from there. */
    private int at;

    private AsciiWalk(byte[] document, JsonLimits limits) {
        this.document = document;
        this.grammar = new PassedOver(document);
        this.limits = limits;
        this.levels = limits.depth();
    }

    /**
     * Reads a whole document.
     *
     * @throws Unusual if Jackson has to; it may be a good one
     * @throws MalformedJson if the reading says so
     */
    static <T> T read(byte[] document, JsonLimits limits, Reading<T> reading) throws MalformedJson {
        var walk = new AsciiWalk(document, limits);
        walk.at = walk.grammar.blanks(0);
        T value = reading.read(walk);
        if (walk.grammar.blanks(walk.at) != document.length) {
            throw new Unusual();
        }
        return value;
    }

    @Override
    public boolean isObject() {
        return grammar.byteAt(at) == '{';
    }

    @Override
    public boolean object(Member member) throws MalformedJson {
        if (isNull()) {
            return false;
        }
        if (isFilled('{', '}')) {
            do {
                var name = name(grammar.blanks(at));
                at = grammar.blanks(only(':', grammar.blanks(at)));
                member.take(name);
            } while (hasNext());
        }
        leave('}');
        return true;
    }

    @Override
    public void list(Element element) throws MalformedJson {
        if (isNull()) {
            return;
        }
        if (isFilled('[', ']')) {
            int index = 0;
            do {
                at = grammar.blanks(at);
                element.take(index++);
            } while (hasNext());
        }
        leave(']');
    }

    @Override
    public String text() {
        return isNull() ? "" : kept(next());
    }

    @Override
    public Optional<String> textUpTo(int longest) {
        if (isNull()) {
            return Optional.of("");
        }
        var text = next();
        return text.length() > longest ? Optional.empty() : Optional.of(kept(text));
    }

    @Override
    public OptionalLong number() {
        if (isNull()) {
            return OptionalLong.empty();
        }
        int end = Math.max(at, grammar.number(at)); // which has no digits where that is nowhere
        try {
            long number = Long.parseLong(ascii(at, end));
            at = end;
            return OptionalLong.of(number);
        } catch (NumberFormatException _) {
            throw new Unusual();
        }
    }

    @Override
    public boolean flagOr(boolean whereNull) {
        if (isNull()) {
            return whereNull;
        }
        boolean flag = grammar.byteAt(at) == 't';
        at = grammar.word(flag ? PassedOver.TRUE : PassedOver.FALSE, at);
        return flag;
    }

    @Override
    public void skip() {
        at = grammar.value(at, levels);
    }

    private boolean isNull() {
        if (grammar.byteAt(at) != 'n') {
            return false;
        }
        at = grammar.word(PassedOver.NULL, at);
        return true;
    }

    private boolean isFilled(char opening, char closing) {
        at = grammar.blanks(only(opening, at));
        levels--;
        if (levels < 0) {
            throw new Unusual();
        }
        return grammar.byteAt(at) != closing;
    }

    private void leave(char brace) {
        levels++;
        at = only(brace, at);
    }

    private boolean hasNext() {
        at = grammar.blanks(at);
        boolean more = grammar.byteAt(at) == ',';
        at = more ? at + 1 : at;
        return more;
    }

    private String name(int quote) {
        int first = only('"', quote);
        int end = grammar.plain(first);
        at = only('"', end);
        if (end - first > limits.name()) {
            throw new Unusual();
        }
        return NAMES.name(document, first, end);
    }

    private String next() {
        int first = only('"', at);
        int end = grammar.plain(first);
        boolean plain = grammar.byteAt(end) != '\\';
        end = plain ? end : grammar.text(first) - 1;
        at = only('"', end);
        var text = plain ? ascii(first, end) : Escapes.read(document, first, end);
        if (text.length() > limits.string()) {
            throw new Unusual();
        }
        return text;
    }

    private String kept(String text) {
        kept += text.length();
        if (kept > limits.strings()) {
            throw new Unusual();
        }
        return text;
    }

    private String ascii(int from, int to) {
        return new String(document, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private int only(char wanted, int place) {
        if (grammar.byteAt(place) != wanted) {
            throw new Unusual();
        }
        return place + 1;
    }
}
