// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The objects that a {@link ListWatch} follows.
 *
 * @param collection path of all objects of a kind, or of those in a namespace
 * @param name the only one that is wanted, so that a right for this name is enough
 */
public record Selection(String collection, Optional<String> name) {
    /** {@return all objects of that path} */
    public static Selection all(String collection) {
        return new Selection(collection, Optional.empty());
    }

    /** {@return the objects of that path that have this name} */
    public static Selection named(String collection, String name) {
        return new Selection(collection, Optional.of(name));
    }

    /** {@return the path with a parameter more than those that select} */
    String path(String parameter, String value) {
        var selector = name.map(only -> "fieldSelector=" + encoded("metadata.name=" + only) + "&");
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
