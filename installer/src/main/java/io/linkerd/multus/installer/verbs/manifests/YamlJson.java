// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import java.io.StringWriter;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes what a YAML document holds as JSON. */
final class YamlJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private YamlJson() {}

    /** Thrown for what YAML can say and JSON cannot. */
    static final class NoJson extends Exception {
        private static final long serialVersionUID = 1;

        private NoJson(String message) {
            super(message);
        }
    }

    /** {@return the value as JSON, if it is at most so deep: one that holds itself is not} */
    static String write(Object value, int deepest) throws NoJson {
        var text = new StringWriter();
        try (var json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            write(value, json, deepest);
        }
        return text.toString();
    }

    private static void write(Object value, JsonGenerator json, int levels) throws NoJson {
        if (levels == 0) {
            throw new NoJson("is nested too deeply");
        }
        switch (value) {
            case null -> json.writeNull();
            case Map<?, ?> map -> writeMap(map, json, levels);
            case List<?> list -> {
                json.writeStartArray();
                for (var item : list) {
                    write(item, json, levels - 1);
                }
                json.writeEndArray();
            }
            case String text -> json.writeString(text);
            case Boolean bool -> json.writeBoolean(bool);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case BigInteger number -> json.writeNumber(number);
            case Double number when Double.isFinite(number) -> json.writeNumber(number);
            default -> throw new NoJson("holds a value that JSON has not");
        }
    }

    private static void writeMap(Map<?, ?> map, JsonGenerator json, int levels) throws NoJson {
        json.writeStartObject();
        for (var entry : map.entrySet()) {
            switch (entry.getKey()) {
                case String name -> json.writeName(name);
                case Boolean name -> json.writeName(name.toString());
                case Number name -> json.writeName(name.toString());
                case null, default -> throw new NoJson("holds a name that is no text");
            }
            write(entry.getValue(), json, levels - 1);
        }
        json.writeEndObject();
    }
}
