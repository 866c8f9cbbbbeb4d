// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.linkerd.multus.service.kube.ObjectHead;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The tokens of one object as far as they are read, and of a larger one those of its identity alone. */
final class ObjectCopy {
    /** A token costs as much as so many characters. */
    private static final int TOKEN = 16;

    /** By which the client's classes read amounts, and ports that have names. */
    private static final ObjectCodec CODEC = new JsonMapper();

    /** Deeper than any field of a kind that is read here. */
    private static final int DEEPEST = 100;

    private static final Set<String> IDENTITY =
            Set.of("namespace", "name", "uid", "resourceVersion", "deletionTimestamp");

    private final JsonParser parser;
    private final Predicate<String> annotations;
    private final int largest;
    private final Map<String, String> identity = new HashMap<>();
    private Optional<TokenBuffer> tokens = Optional.of(new TokenBuffer(CODEC, false));
    private int size;

    private ObjectCopy(JsonParser parser, Predicate<String> annotations, int largest) {
        this.parser = parser;
        this.annotations = annotations;
        this.largest = largest;
    }

    /**
     * Copies the object whose first token the parser stands on, up to its last.
     *
     * @param annotations whose names these are are copied, and no others
     * @param largest in characters; of a larger object the rest is skipped
     */
    static ObjectCopy of(JsonParser parser, Predicate<String> annotations, int largest) throws IOException {
        var copy = new ObjectCopy(parser, annotations, largest);
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new JsonParseException(parser, "no object");
        }
        copy.members(name -> {
            if (name.equals("metadata") && parser.currentToken() == JsonToken.START_OBJECT) {
                copy.metadata();
            } else {
                copy.value(name);
            }
        });
        return copy;
    }

    /** {@return which object it is} */
    ObjectHead head() {
        return new ObjectHead(
                identity.getOrDefault("namespace", ""),
                identity.getOrDefault("name", ""),
                identity.getOrDefault("uid", ""),
                identity.getOrDefault("resourceVersion", ""),
                identity.containsKey("deletionTimestamp"),
                Map.of(),
                Map.of(),
                tokens.isEmpty());
    }

    /** {@return the object; empty where it is larger} */
    Optional<TokenBuffer> tokens() {
        return tokens;
    }

    /** Takes the value of one member, on whose first token the parser stands. */
    private interface Member {
        void take(String name) throws IOException;
    }

    private void metadata() throws IOException {
        name("metadata");
        members(name -> {
            switch (name) {
                case "managedFields" -> parser.skipChildren();
                case "annotations" -> annotations();
                default -> {
                    if (IDENTITY.contains(name) && parser.currentToken() == JsonToken.VALUE_STRING) {
                        identity.put(name, parser.getText());
                    }
                    value(name);
                }
            }
        });
    }

    private void annotations() throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return;
        }
        name("annotations");
        members(name -> {
            if (annotations.test(name)) {
                value(name);
            } else {
                parser.skipChildren();
            }
        });
    }

    /** Copies the braces around the members, which copy themselves. */
    private void members(Member member) throws IOException {
        token();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            parser.nextToken();
            member.take(name);
        }
        token();
    }

    private void value(String name) throws IOException {
        name(name);
        int depth = 0;
        while (true) {
            var token = parser.currentToken();
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            count(depth > DEEPEST ? largest : 0);
            token();
            if (depth == 0) {
                return;
            }
            parser.nextToken();
        }
    }

    private void name(String name) throws IOException {
        count(TOKEN + name.length());
        if (tokens.isPresent()) {
            tokens.get().writeFieldName(name);
        }
    }

    private void token() throws IOException {
        boolean isText = parser.currentToken().isScalarValue() || parser.currentToken() == JsonToken.FIELD_NAME;
        if (tokens.isPresent()) {
            count(TOKEN + (isText ? parser.getTextLength() : 0));
        }
        if (tokens.isPresent()) {
            tokens.get().copyCurrentEvent(parser);
        }
    }

    private void count(int more) {
        size += more;
        if (size > largest) {
            tokens = Optional.empty();
        }
    }
}
