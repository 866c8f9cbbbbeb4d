// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;

/** Writes one document, without blanks, member by member. What is begun has to be ended. */
public final class JsonWriter {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
            .build();

    private final JsonGenerator json;

    private JsonWriter(JsonGenerator json) {
        this.json = json;
    }

    /** Writes the only value of a document. */
    @FunctionalInterface
    public interface Content<X extends Exception> {
        void write(JsonWriter json) throws X;
    }

    @FunctionalInterface
    private interface Step {
        void write() throws IOException;
    }

    /** {@return a document as a text} */
    public static <X extends Exception> String text(Content<X> content) throws X {
        var text = new StringWriter();
        try (var json = JSON.createGenerator(text)) {
            content.write(new JsonWriter(json));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        return text.toString();
    }

    /** {@return a document in UTF-8, of which so many bytes are expected} */
    public static <X extends Exception> byte[] utf8(int usualLength, Content<X> content) throws X {
        var bytes = new ByteArrayOutputStream(usualLength);
        try (var json = JSON.createGenerator(bytes)) {
            content.write(new JsonWriter(json));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        return bytes.toByteArray();
    }

    /** Begins an object. */
    public void object() {
        write(json::writeStartObject);
    }

    /** Begins a member that is an object. */
    public void object(String name) {
        name(name);
        object();
    }

    /** Begins a list. */
    public void list() {
        write(json::writeStartArray);
    }

    /** Begins a member that is a list. */
    public void list(String name) {
        name(name);
        list();
    }

    /** Ends the object or list that was begun last. */
    public void end() {
        write(json.getOutputContext().inArray() ? json::writeEndArray : json::writeEndObject);
    }

    /** Begins a member; its value comes next. */
    public void name(String name) {
        write(() -> json.writeFieldName(name));
    }

    public void text(String text) {
        write(() -> json.writeString(text));
    }

    public void text(String name, String text) {
        name(name);
        text(text);
    }

    public void number(long number) {
        write(() -> json.writeNumber(number));
    }

    public void number(BigInteger number) {
        write(() -> json.writeNumber(number));
    }

    /** Writes a number that is finite. */
    public void number(double number) {
        write(() -> json.writeNumber(number));
    }

    public void number(String name, long number) {
        name(name);
        number(number);
    }

    public void flag(boolean flag) {
        write(() -> json.writeBoolean(flag));
    }

    public void flag(String name, boolean flag) {
        name(name);
        flag(flag);
    }

    /** Writes a text that is those bytes in Base64. */
    public void bytes(String name, byte[] bytes) {
        name(name);
        write(() -> json.writeBinary(bytes));
    }

    /** Writes null. */
    public void nothing() {
        write(json::writeNull);
    }

    /** It goes to memory, so what fails is the content: half of a character in UTF-8, or a value where none can be. */
    private static void write(Step step) {
        try {
            step.write();
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
