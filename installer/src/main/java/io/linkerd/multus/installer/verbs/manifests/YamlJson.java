// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import io.linkerd.multus.contracts.json.JsonWriter;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** Writes what a YAML document holds as JSON. */
final class YamlJson {
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
        return JsonWriter.text(json -> write(value, json, deepest));
    }

    private static void write(Object value, JsonWriter json, int levels) throws NoJson {
        if (levels == 0) {
            throw new NoJson("is nested too deeply");
        }
        switch (value) {
            case null -> json.nothing();
            case Map<?, ?> map -> writeMap(map, json, levels);
            case List<?> list -> {
                json.list();
                for (var item : list) {
                    write(item, json, levels - 1);
                }
                json.end();
            }
            case String text -> json.text(text);
            case Boolean bool -> json.flag(bool);
            case Integer number -> json.number(number);
            case Long number -> json.number(number);
            case BigInteger number -> json.number(number);
            case Double number when Double.isFinite(number) -> json.number(number);
            default -> throw new NoJson("holds a value that JSON has not");
        }
    }

    private static void writeMap(Map<?, ?> map, JsonWriter json, int levels) throws NoJson {
        json.object();
        for (var entry : map.entrySet()) {
            switch (entry.getKey()) {
                case String name -> json.name(name);
                case Boolean name -> json.name(name.toString());
                case Number name -> json.name(name.toString());
                case null, default -> throw new NoJson("holds a name that is no text");
            }
            write(entry.getValue(), json, levels - 1);
        }
        json.end();
    }
}
