// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.client.http.HttpRequest;
import java.util.Optional;
import java.util.stream.Stream;

/** Tells watches from other requests, by their query. */
final class WatchRequests {
    private static final String WATCH = "watch=true";
    /** Rights may be given for one name alone. */
    private static final String SELECTOR = "fieldSelector=";

    private WatchRequests() {}

    static boolean is(HttpRequest request) {
        return query(request).anyMatch(WATCH::equals);
    }

    /** {@return which objects are asked for, where not all of the path} */
    static Optional<String> selector(HttpRequest request) {
        return query(request).filter(part -> part.startsWith(SELECTOR)).findFirst();
    }

    /** {@return how one object is asked for by its name} */
    static String selectorOf(String name) {
        return SELECTOR + "metadata.name=" + name;
    }

    private static Stream<String> query(HttpRequest request) {
        return Stream.of(String.valueOf(request.uri().getQuery()).split("&"));
    }
}
