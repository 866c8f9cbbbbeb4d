// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;

/** Reads the fields of messages of protobuf within one another, and passes over those that are not known. */
final class ProtobufFields {
    /** Names and ids of Kubernetes are shorter than 254 characters. */
    private static final int LONGEST_TEXT = 4 << 10;

    private final CodedInputStream input;

    ProtobufFields(InputStream message) {
        this.input = CodedInputStream.newInstance(message);
    }

    /** Takes a field, by its tag. */
    @FunctionalInterface
    interface Field {
        /** {@return whether it was known, and has been read} */
        boolean take(int tag) throws IOException;
    }

    /** {@return the tag of a text or a message of that number} */
    static int tag(int number) {
        return number << 3 | 2;
    }

    /** Reads all fields of the message that is here. */
    void forEach(Field field) throws IOException {
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            if (!field.take(tag) && !input.skipField(tag)) {
                throw new ProtocolException("a group ends that did not begin");
            }
        }
    }

    /** Reads all fields of the message that is the value of a field, and no longer than that. */
    void message(int longest, Field field) throws IOException {
        int length = input.readRawVarint32();
        if (length > longest) {
            throw new ProtocolException(
                    "a part of its answer has " + length + " bytes, and more than " + longest + " are not read");
        }
        int outer = input.pushLimit(length);
        forEach(field);
        input.popLimit(outer);
    }

    String text() throws IOException {
        int length = input.readRawVarint32();
        if (length > LONGEST_TEXT) {
            throw new ProtocolException("a name in its answer has " + length + " bytes");
        }
        return new String(input.readRawBytes(length), UTF_8);
    }
}
