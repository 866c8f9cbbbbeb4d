// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.OpenShift;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Picks the metadata of objects from what the API server tells of them, as it streams by. */
final class HeadReader {
    /**
     * What the API server tells of one object: 3 MiB are the most that it takes, and annotations hold 256 KiB. Whose object it is chooses
     * names in it ({@code managedFields} have the uids of owners), so they may be as long and as deep as the object.
     */
    static final JsonLimits HEAD = JsonLimits.ofLength(4 << 20)
            .texts(256 << 10, 512 << 10)
            .depth(10_000)
            .build();

    /** The same of a page of 250 objects. */
    private static final JsonLimits PAGE = JsonLimits.ofLength(1 << 30)
            .texts(256 << 10, 8 << 20)
            .keys(4 << 20)
            .depth(10_000)
            .build();

    /** What {@link NamespaceFacts} are made of; of others, nothing but the name is kept. */
    private static final Set<String> WANTED =
            Set.of(Linkerd.MULTUS, Linkerd.PROXY_UID, Linkerd.PROXY_GID, OpenShift.UID_RANGE, Linkerd.EXTENSION);

    /** Of those that are wanted, none that means anything is longer. */
    private static final int LONGEST_VALUE = 300;

    /** In place of one that is longer: it is there, and means nothing to anybody. */
    private static final String TOO_LONG = "(more than " + LONGEST_VALUE + " characters)";

    private final JsonWalk json;

    private HeadReader(JsonWalk json) {
        this.json = json;
    }

    /**
     * The end of a page.
     *
     * @param version what the list is true for; a watch goes on from there
     * @param more where the next page begins; empty after the last
     */
    record PageEnd(String version, String more) {}

    /**
     * What a watch tells.
     *
     * @param type {@code ADDED}, {@code MODIFIED}, {@code DELETED}, {@code BOOKMARK} or {@code ERROR}
     */
    record Told(String type, ObjectHead object) {}

    /** Reads a page of a list, object by object. */
    static PageEnd page(InputStream page, Consumer<ObjectHead> objects) throws MalformedJson, IOException {
        return JsonDocument.read(page, PAGE, json -> new HeadReader(json).page(objects));
    }

    /** {@return what a line of a watch says} */
    static Told told(String line) throws MalformedJson {
        return JsonDocument.read(line.getBytes(StandardCharsets.UTF_8), HEAD, json -> new HeadReader(json).told());
    }

    /** {@return the metadata of the object that was asked for} */
    static ObjectHead object(InputStream object) throws MalformedJson, IOException {
        return JsonDocument.read(object, HEAD, json -> new HeadReader(json).object());
    }

    private PageEnd page(Consumer<ObjectHead> objects) throws MalformedJson {
        var end = new HashMap<String, String>();
        json.object(key -> {
            switch (key) {
                case "metadata" -> json.object(each -> pick(each, Set.of("resourceVersion", "continue"), end));
                case "items" -> json.list(_ -> objects.accept(object()));
                default -> json.skip();
            }
        });
        return new PageEnd(end.getOrDefault("resourceVersion", ""), end.getOrDefault("continue", ""));
    }

    private Told told() throws MalformedJson {
        var reading = new Object() {
            String type = "";
            ObjectHead object = new ObjectHead("", "", "", Map.of(), Map.of());
        };
        json.object(key -> {
            switch (key) {
                case "type" -> reading.type = json.text();
                case "object" -> reading.object = object();
                default -> json.skip();
            }
        });
        return new Told(reading.type, reading.object);
    }

    private ObjectHead object() throws MalformedJson {
        var texts = new HashMap<String, String>();
        var annotations = new HashMap<String, String>();
        var labels = new HashMap<String, String>();
        json.object(key -> {
            if (key.equals("metadata")) {
                json.object(each -> metadata(each, texts, annotations, labels));
            } else {
                json.skip();
            }
        });
        return new ObjectHead(
                texts.getOrDefault("namespace", ""),
                texts.getOrDefault("name", ""),
                texts.getOrDefault("resourceVersion", ""),
                annotations,
                labels);
    }

    private void metadata(
            String key, Map<String, String> texts, Map<String, String> annotations, Map<String, String> labels)
            throws MalformedJson {
        switch (key) {
            case "annotations" -> json.object(each -> pick(each, annotations));
            case "labels" -> json.object(each -> pick(each, labels));
            default -> pick(key, Set.of("namespace", "name", "resourceVersion"), texts);
        }
    }

    private void pick(String key, Map<String, String> into) throws MalformedJson {
        if (WANTED.contains(key)) {
            into.put(key, json.textUpTo(LONGEST_VALUE).orElse(TOO_LONG));
        } else {
            json.skip();
        }
    }

    private void pick(String key, Set<String> wanted, Map<String, String> into) throws MalformedJson {
        if (wanted.contains(key)) {
            into.put(key, json.text());
        } else {
            json.skip();
        }
    }
}
