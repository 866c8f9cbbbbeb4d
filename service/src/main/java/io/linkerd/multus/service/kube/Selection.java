// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The objects that a {@link ListWatch} follows.
 *
 * @param collection path of all objects of a kind, or of those in a namespace
 * @param selector the query that selects, encoded; empty where all are selected
 * @param isOne whether it is at most one object, which the API server reads from etcd by its key
 */
public record Selection(String collection, String selector, boolean isOne) {
    /** {@return all objects of that path} */
    public static Selection all(String collection) {
        return new Selection(collection, "", false);
    }

    /**
     * {@return the object of that path that has this name} A permission for this name is enough.
     *
     * @param collection of a namespace, or of a kind that has none
     */
    public static Selection named(String collection, String name) {
        return new Selection(
                collection, where(collection, "metadata.name", name).selector(), true);
    }

    /** {@return the objects of that path in which the field has this value; the API server knows few fields of each kind} */
    public static Selection where(String collection, String field, String value) {
        return where(collection, field + "=" + value);
    }

    /** {@return the objects of that path that a field selector selects} */
    public static Selection where(String collection, String fields) {
        return new Selection(collection, parameter("fieldSelector", fields), false);
    }

    /** {@return the objects of that path that these labels select, as in {@code app=web,tier}} */
    public static Selection labelled(String collection, String labels) {
        return new Selection(collection, parameter("labelSelector", labels), false);
    }

    /** {@return the path with the query that selects and these parameters} */
    String path(List<String> parameters) {
        var query = Stream.concat(Stream.of(selector), parameters.stream())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? collection : collection + "?" + query;
    }

    /** {@return a parameter of a query} */
    static String parameter(String name, String value) {
        return name + "=" + encoded(value);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
