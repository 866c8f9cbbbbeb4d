// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ListReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Reads objects by the client's classes, one after the other as they arrive. Of an object that is larger than {@value #LARGEST} characters no more
 * is read than which it is. Its managed fields, and annotations that the controller does not use, are skipped and count for nothing.
 *
 * @param type the client's class for an object
 * @param annotations that are read
 */
public record ObjectReader<T extends HasMetadata>(
        KubernetesSerialization serialization, Class<T> type, Predicate<String> annotations)
        implements ListReader<BoundedObject<T>> {
    /** A usual pod has ten thousand without its managed fields. */
    static final int LARGEST = 256 << 10;

    private static final Set<String> CHANGES = Set.of("ADDED", "MODIFIED", "DELETED");

    /** The one who makes an object chooses texts and keys in it, as long as the object: they must not keep the others from being read. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNestingDepth(10_000)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    @Override
    public ApiCall list(String path) {
        return ApiCall.get(path);
    }

    @Override
    public ApiCall watch(String path) {
        return ApiCall.get(path);
    }

    @Override
    public String objects(InputStream list, Consumer<BoundedObject<T>> objects) throws MalformedJson, IOException {
        return document(list, parser -> {
            var version = "";
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                var name = parser.currentName();
                var token = parser.nextToken();
                if (name.equals("items") && token == JsonToken.START_ARRAY) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        objects.accept(read(ObjectCopy.of(parser, annotations, LARGEST)));
                    }
                } else if (name.equals("metadata") && token == JsonToken.START_OBJECT) {
                    version = version(parser);
                } else {
                    parser.skipChildren();
                }
            }
            return version;
        });
    }

    @Override
    public Told<BoundedObject<T>> told(InputStream event) throws MalformedJson, IOException {
        return document(event, parser -> {
            var change = "";
            var told = Optional.<ObjectCopy>empty();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                var name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "type" -> change = parser.getText();
                    case "object" -> told = Optional.of(ObjectCopy.of(parser, annotations, LARGEST));
                    default -> parser.skipChildren();
                }
            }
            var copy = told.orElseThrow(() -> new JsonParseException(parser, "no object in it"));
            // A bookmark has a version alone, and an error is no object of the kind.
            var object = CHANGES.contains(change) ? read(copy) : new BoundedObject<T>(copy.head(), Optional.empty());
            return new Told<>(change, object, copy.head().version());
        });
    }

    private BoundedObject<T> read(ObjectCopy copy) {
        return new BoundedObject<>(copy.head(), copy.tokens().flatMap(this::read));
    }

    /** What is not as its kind should be is as unknown as what is too large. */
    private Optional<T> read(TokenBuffer tokens) {
        try {
            return Optional.of(serialization.convertValue(tokens, type));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static String version(JsonParser parser) throws IOException {
        var version = "";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "resourceVersion" -> version = parser.getText();
                case "continue" -> requireAll(parser);
                default -> parser.skipChildren();
            }
        }
        return version;
    }

    private static void requireAll(JsonParser parser) throws IOException {
        if (!parser.getText().isEmpty()) {
            throw new JsonParseException(parser, "the list is a page of a longer one");
        }
    }

    private interface Reading<R> {
        R read(JsonParser parser) throws IOException;
    }

    private static <R> R document(InputStream document, Reading<R> reading) throws MalformedJson, IOException {
        try (var parser = JSON.createParser(document)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new JsonParseException(parser, "no object");
            }
            var read = reading.read(parser);
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "text after the end of the value");
            }
            return read;
        } catch (JsonProcessingException malformed) {
            throw new MalformedJson("byte "
                    + Optional.ofNullable(malformed.getLocation())
                            .map(place -> Math.max(place.getByteOffset(), place.getCharOffset()))
                            .orElse(0L)
                    + ": no list or event in JSON");
        }
    }
}
