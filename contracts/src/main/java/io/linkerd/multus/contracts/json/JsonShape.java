// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import com.fasterxml.jackson.core.JsonToken;
import org.jspecify.annotations.Nullable;

/** Of what kind a value of a document is. */
public enum JsonShape {
    OBJECT,
    LIST,
    TEXT,
    NUMBER,
    FLAG,
    NULL;

    static JsonShape of(@Nullable JsonToken token) {
        return switch (token) {
            case START_OBJECT -> OBJECT;
            case START_ARRAY -> LIST;
            case VALUE_STRING -> TEXT;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> NUMBER;
            case VALUE_TRUE, VALUE_FALSE -> FLAG;
            case VALUE_NULL -> NULL;
            case null, default -> throw new IllegalStateException("no value begins at " + token);
        };
    }
}
