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
import java.util.function.Predicate;

/**
 * Picks the metadata of objects from what the API server tells of them, as it streams by.
 *
 * @param wanted the annotations and labels that are kept
 * @param longest of their values, in characters; in place of a longer one stands {@link #TOO_LONG}
 * @param further annotations and labels that are kept
 */
public record HeadReader(Set<String> wanted, int longest, Further further) implements ListReader<ObjectHead> {
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

    private static final ObjectHead NONE = new ObjectHead("", "", "", "", false, Map.of(), Map.of(), false);
    private static final Set<String> OF_OBJECTS =
            Set.of("namespace", "name", "uid", "resourceVersion", "deletionTimestamp");

    /**
     * Annotations and labels of which there may be any number.
     *
     * @param names which they are
     * @param most how many characters of names and values are kept of an object; of one that has more, none is
     */
    public record Further(Predicate<String> names, int most) {
        private static final Further NONE = new Further(_ -> false, 0);
    }

    /** Copies. */
    public HeadReader {
        wanted = Set.copyOf(wanted);
    }

    /** Reads those annotations and labels and no others. */
    public HeadReader(Set<String> wanted, int longest) {
        this(wanted, longest, Further.NONE);
    }

    /** {@return a reader of these annotations and labels, too} */
    public HeadReader with(Further more) {
        return new HeadReader(wanted, longest, more);
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
        var picked = new Picked(json);
        json.object(key -> {
            if (key.equals("metadata")) {
                json.object(each -> {
                    switch (each) {
                        case "annotations" -> json.object(one -> picked.take(one, picked.annotations));
                        case "labels" -> json.object(one -> picked.take(one, picked.labels));
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
                picked.kept(picked.annotations),
                picked.kept(picked.labels),
                picked.isCut());
    }

    /** The annotations and labels of one object. */
    private final class Picked {
        private final JsonWalk json;
        private final Map<String, String> annotations = new HashMap<>();
        private final Map<String, String> labels = new HashMap<>();
        private int taken;

        Picked(JsonWalk json) {
            this.json = json;
        }

        void take(String key, Map<String, String> into) throws MalformedJson {
            if (wanted.contains(key)) {
                into.put(key, json.textUpTo(longest).orElse(TOO_LONG));
            } else if (!isCut() && further.names().test(key)) {
                var text = json.textUpTo(further.most());
                taken += key.length() + text.map(String::length).orElse(further.most() + 1);
                text.ifPresent(value -> into.put(key, value));
            } else {
                json.skip();
            }
        }

        boolean isCut() {
            return taken > further.most();
        }

        Map<String, String> kept(Map<String, String> all) {
            if (isCut()) {
                all.keySet().retainAll(wanted);
            }
            return all;
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
