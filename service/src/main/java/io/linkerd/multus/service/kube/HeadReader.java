// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Picks the metadata of objects from what the API server tells of them, as it streams by.
 *
 * @param wanted the annotations and labels that are kept
 * @param longest of their values, in characters; in place of a longer one stands {@link #TOO_LONG}
 */
public record HeadReader(Set<String> wanted, int longest) implements ListReader<ObjectHead> {
    /**
     * What the API server tells of one object: 3 MiB are the most that it takes, and annotations hold 256 KiB. Whose object it is chooses
     * names in it ({@code managedFields} have the uids of owners), so they may be as long and as deep as the object.
     */
    private static final JsonLimits HEAD = JsonLimits.ofLength(ListWatch.LONGEST_EVENT)
            .texts(256 << 10, 512 << 10)
            .depth(10_000)
            .build();

    /** The same of each object of a list. */
    private static final JsonLimits LIST = JsonLimits.ofLength(ListWatch.LONGEST_EVENT)
            .texts(256 << 10, 512 << 10)
            .depth(10_000)
            .endless()
            .build();

    /** In place of a value that is longer: it is there, and means nothing. */
    public static final String TOO_LONG = "(too long to be read)";

    /** Of labels, and of annotations that say little. */
    private static final int USUAL_LONGEST = 300;

    private static final ObjectHead NONE = new ObjectHead("", "", "", "", false, Map.of(), Map.of());
    private static final Set<String> OF_OBJECTS =
            Set.of("namespace", "name", "uid", "resourceVersion", "deletionTimestamp");

    /** Copies. */
    public HeadReader {
        wanted = Set.copyOf(wanted);
    }

    /** Reads those annotations and labels of which none that means anything is long. */
    public HeadReader(Set<String> wanted) {
        this(wanted, USUAL_LONGEST);
    }

    @Override
    public ApiCall list(String path) {
        return ApiCall.metadataList(path);
    }

    @Override
    public ApiCall watch(String path) {
        return ApiCall.metadata(path);
    }

    @Override
    public String objects(InputStream list, Consumer<ObjectHead> objects) throws MalformedJson, IOException {
        return JsonDocument.read(list, LIST, json -> ObjectStream.objects(json, this::object, objects));
    }

    @Override
    public Told<ObjectHead> told(InputStream event) throws MalformedJson, IOException {
        return JsonDocument.read(event, HEAD, json -> ObjectStream.told(json, this::object, NONE, ObjectHead::version));
    }

    /**
     * {@return the metadata of the object that was asked for}
     *
     * @throws MalformedJson if it is none
     * @throws IOException if it stops arriving
     */
    public ObjectHead object(ApiResponse response) throws MalformedJson, IOException {
        return JsonDocument.read(response.body(), HEAD, this::object);
    }

    private ObjectHead object(JsonWalk json) throws MalformedJson {
        var texts = new HashMap<String, String>();
        var annotations = new HashMap<String, String>();
        var labels = new HashMap<String, String>();
        json.object(key -> {
            if (key.equals("metadata")) {
                json.object(each -> {
                    switch (each) {
                        case "annotations" -> json.object(one -> pickShort(json, one, annotations));
                        case "labels" -> json.object(one -> pickShort(json, one, labels));
                        default -> pick(json, OF_OBJECTS, each, texts);
                    }
                });
            } else {
                json.skip();
            }
        });
        return new ObjectHead(
                texts.getOrDefault("namespace", ""),
                texts.getOrDefault("name", ""),
                texts.getOrDefault("uid", ""),
                texts.getOrDefault("resourceVersion", ""),
                texts.containsKey("deletionTimestamp"),
                annotations,
                labels);
    }

    private void pickShort(JsonWalk json, String key, Map<String, String> into) throws MalformedJson {
        if (wanted.contains(key)) {
            into.put(key, json.textUpTo(longest).orElse(TOO_LONG));
        } else {
            json.skip();
        }
    }

    private static void pick(JsonWalk json, Set<String> wanted, String key, Map<String, String> into)
            throws MalformedJson {
        if (wanted.contains(key)) {
            into.put(key, json.text());
        } else {
            json.skip();
        }
    }
}
