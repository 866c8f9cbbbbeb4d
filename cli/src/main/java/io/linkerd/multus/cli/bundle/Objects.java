// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.cli.cluster.Raw;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Asks for objects page by page, and keeps of them what is for a maintainer. */
record Objects(Raw raw, Cleaning cleaning) {
    private static final int PAGE = 200;
    private static final int MOST_OF_A_PAGE = 32 << 20;
    private static final int MOST_OBJECTS = 3000;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int OK = 200;
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * What came of it.
     *
     * @param problem why not all of them are there; empty where they are
     * @param forbidden whether this user may not see them
     */
    record Found(ArrayNode items, String problem, boolean forbidden) {
        /** {@return it as a file} */
        String text() {
            return items.toPrettyString() + "\n";
        }
    }

    /** {@return those} A kind that the cluster does not know has none. */
    Found of(Sought sought) {
        var items = JSON.createArrayNode();
        var next = "";
        do {
            switch (raw.get(sought.path(PAGE, next), MOST_OF_A_PAGE)) {
                case Raw.None(var why) -> {
                    return new Found(items, why, false);
                }
                case Raw.Given(var status, var text, var cut) -> {
                    if (status == NOT_FOUND) {
                        return new Found(items, "", false);
                    }
                    if (status != OK || cut) {
                        return new Found(items, cut ? "a page is too large" : "HTTP " + status, status == FORBIDDEN);
                    }
                    next = page(sought, text, items);
                }
            }
        } while (!next.isEmpty() && items.size() < MOST_OBJECTS);
        return new Found(items, next.isEmpty() ? "" : "there are more than " + MOST_OBJECTS, false);
    }

    private String page(Sought sought, String text, ArrayNode items) {
        JsonNode page;
        try {
            page = JSON.readTree(text);
        } catch (JsonProcessingException _) {
            return "";
        }
        for (var item : page.path("items")) {
            if (item instanceof ObjectNode object && sought.keep().wants(object)) {
                items.add(cleaning.of(sought.keep().of(object)));
            }
        }
        return URLEncoder.encode(page.at("/metadata/continue").asText(""), StandardCharsets.UTF_8);
    }
}
