// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.values.ValueTree;
import java.util.Map;

/**
 * A {@code LinkerdConfig} as the API server has it, reduced to its name and its spec.
 *
 * @param name its name; empty where the API server has yet to make one up
 * @param spec all that it says; empty where there is none
 * @param whole whether that is all; false where the spec has more than {@value #MOST_VALUES} values, of which the rest was passed over
 */
public record LinkerdConfig(String name, ValueTree.Members spec, boolean whole) {
    /** API group of the kind. */
    public static final String GROUP = "config.linkerd.io";

    /** Version of the kind. */
    public static final String VERSION = "v1alpha1";

    /** Name of the kind. */
    public static final String KIND = "LinkerdConfig";

    /** Resource name of the kind, which has no namespace. */
    public static final String PLURAL = "linkerdconfigs";

    /** Linkerd's own values have 400 of them. */
    static final int MOST_VALUES = 2_000;

    /** Twice what a ConfigMap holds. */
    private static final JsonLimits LIMITS = JsonLimits.ofLength(2 << 20).build();

    private static final ValueTree.Members NONE = ValueTree.Members.of(Map.of());

    /** {@return what an object in JSON says, or why that cannot be told} The reason repeats nothing of it. */
    public static Result<LinkerdConfig> read(byte[] object) {
        try {
            return new Result.Ok<>(JsonDocument.readUtf8(object, LIMITS, LinkerdConfig::read));
        } catch (MalformedJson malformed) {
            return new Result.Not<>(malformed.reason());
        }
    }

    /**
     * {@return the object that the walk stands on}
     *
     * @throws MalformedJson if name or spec are of the wrong type
     */
    public static LinkerdConfig read(JsonWalk json) throws MalformedJson {
        var reader = new Reader(json);
        json.object(reader::object);
        return new LinkerdConfig(reader.name, reader.spec, reader.whole);
    }

    private static final class Reader {
        private final JsonWalk json;
        private String name = "";
        private ValueTree.Members spec = NONE;
        private boolean whole = true;

        Reader(JsonWalk json) {
            this.json = json;
        }

        void object(String key) throws MalformedJson {
            switch (key) {
                case "metadata" -> json.object(this::metadata);
                case "spec" -> spec();
                default -> json.skip();
            }
        }

        private void metadata(String key) throws MalformedJson {
            if (key.equals("name")) {
                name = json.text();
            } else {
                json.skip();
            }
        }

        private void spec() throws MalformedJson {
            var reading = new ValueTreeReading(json, MOST_VALUES);
            spec = switch (reading.read()) {
                case ValueTree.Members members -> members;
                case ValueTree.Nothing _ -> NONE;
                case ValueTree.Elements _, ValueTree.Text _, ValueTree.Number _, ValueTree.Flag _ ->
                    throw new MalformedJson("spec is not an object");
            };
            whole = !reading.isCut();
        }
    }
}
