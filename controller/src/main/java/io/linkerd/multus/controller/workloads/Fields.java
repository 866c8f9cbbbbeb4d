// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Fields of an object whose class is not known. What is absent, or of another type than is asked for, has no answer. */
record Fields(@Nullable Object value) {

    static Fields of(GenericKubernetesResource object) {
        return new Fields(object.getAdditionalProperties());
    }

    Fields at(String... names) {
        Object found = value;
        for (var name : names) {
            found = found instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return new Fields(found);
    }

    boolean isThere() {
        return value != null;
    }

    Optional<String> text(String... names) {
        return at(names).value instanceof String text ? Optional.of(text) : Optional.empty();
    }

    int number(int otherwise, String... names) {
        return at(names).value instanceof Number number ? number.intValue() : otherwise;
    }

    long longNumber(long otherwise, String... names) {
        return at(names).value instanceof Number number ? number.longValue() : otherwise;
    }

    boolean flag(String... names) {
        return Boolean.TRUE.equals(at(names).value);
    }

    List<Fields> items(String... names) {
        return at(names).value instanceof List<?> list
                ? list.stream().map(Fields::new).toList()
                : List.of();
    }

    /** {@return the texts of a mapping by their names} */
    Map<String, String> texts(String... names) {
        var texts = new HashMap<String, String>();
        if (at(names).value instanceof Map<?, ?> map) {
            map.forEach((name, found) -> {
                if (name instanceof String key && found instanceof String text) {
                    texts.put(key, text);
                }
            });
        }
        return texts;
    }
}
