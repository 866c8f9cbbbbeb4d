// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Jackson's tokens of a document, one at a time. All methods fail by {@link Broken}, for {@link JsonDocument} to put into words. */
final class JsonTokens {
    private final JsonParser parser;

    /** The document is no JSON or beyond its limits ({@code JsonProcessingException}), or does not arrive (any other cause). */
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final IOException why;

        private Broken(IOException why) {
            super(why);
            this.why = why;
        }

        IOException why() {
            return why;
        }
    }

    JsonTokens(JsonParser parser) {
        this.parser = parser;
    }

    /** Goes on to the next token; null where the document has ended. */
    @Nullable
    JsonToken next() {
        try {
            return parser.nextToken();
        } catch (IOException broken) {
            throw new Broken(broken);
        }
    }

    /** {@return the token that was gone to; null before the first and after the last} */
    @Nullable
    JsonToken current() {
        return parser.currentToken();
    }

    boolean is(JsonToken token) {
        return parser.currentToken() == token;
    }

    /** Goes to the end of the object or list that begins here. */
    void skip() {
        try {
            parser.skipChildren();
        } catch (IOException broken) {
            throw new Broken(broken);
        }
    }

    String name() {
        try {
            return parser.currentName();
        } catch (IOException broken) {
            throw new Broken(broken);
        }
    }

    String text() {
        try {
            return parser.getText();
        } catch (IOException broken) {
            throw new Broken(broken);
        }
    }

    int textLength() {
        try {
            return parser.getTextLength();
        } catch (IOException broken) {
            throw new Broken(broken);
        }
    }

    /** {@return whether a whole number is here, of 64 bits} */
    boolean isLong() {
        try {
            return is(JsonToken.VALUE_NUMBER_INT) && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        } catch (IOException broken) {
            throw new Broken(broken);
        }
    }

    long number() {
        try {
            return parser.getLongValue();
        } catch (IOException broken) {
            throw new Broken(broken);
        }
    }

    BigDecimal decimal() {
        try {
            return parser.getDecimalValue();
        } catch (IOException broken) {
            throw new Broken(broken);
        }
    }

    /** {@return where the current token begins} */
    JsonLocation start() {
        return parser.currentTokenLocation();
    }

    /** {@return how far the document has been read} */
    JsonLocation reached() {
        return parser.currentLocation();
    }

    String pointer() {
        return parser.getParsingContext().pathAsPointer().toString();
    }
}
