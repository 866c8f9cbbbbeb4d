// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The objects that a {@link ListWatch} follows.
 *
 * @param collection path of all objects of a kind, or of those in a namespace
 * @param fields the field selector of those that are wanted, where not all are
 */
public record Selection(String collection, Optional<String> fields) {
    /** {@return all objects of that path} */
    public static Selection all(String collection) {
        return new Selection(collection, Optional.empty());
    }

    /** {@return the object of that path that has this name} A right for this name is enough. */
    public static Selection named(String collection, String name) {
        return where(collection, "metadata.name", name);
    }

    /** {@return the objects of that path in which the field has this value; the API server knows few fields of each kind} */
    public static Selection where(String collection, String field, String value) {
        return new Selection(collection, Optional.of(field + "=" + value));
    }

    /** {@return the path with a parameter more than those that select} */
    String path(String parameter, String value) {
        var selector = fields.map(wanted -> "fieldSelector=" + encoded(wanted) + "&");
        return collection + "?" + selector.orElse("") + parameter + "=" + encoded(value);
    }

    /** {@return a parameter more for such a path} */
    static String and(String parameter, String value) {
        return "&" + parameter + "=" + encoded(value);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
