// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.kube.ListReader.Told;
import java.util.function.Consumer;
import java.util.function.Function;

/** What the API server puts around the objects of a list and of a watch, read as it arrives. */
public final class ObjectStream {
    private ObjectStream() {}

    /** Reads one object. */
    @FunctionalInterface
    public interface Reading<T> {
        /** {@return what is kept of the object that is here} */
        T read(JsonWalk json) throws MalformedJson;
    }

    /**
     * Reads a list, object by object.
     *
     * @return the version for which it is true
     * @throws MalformedJson if it is no list, or a page of one: all of it was requested
     */
    public static <T> String objects(JsonWalk json, Reading<T> reading, Consumer<T> objects) throws MalformedJson {
        var end = new Object() {
            String version = "";
            String more = "";
        };
        json.object(key -> {
            switch (key) {
                case "metadata" ->
                    json.object(each -> {
                        switch (each) {
                            case "resourceVersion" -> end.version = json.text();
                            case "continue" -> end.more = json.text();
                            default -> json.skip();
                        }
                    });
                case "items" -> json.list(_ -> objects.accept(json.part(reading::read)));
                default -> json.skip();
            }
        });
        if (!end.more.isEmpty()) {
            throw new MalformedJson("the list is a page of a longer one");
        }
        return end.version;
    }

    /**
     * {@return what an event of a watch says}
     *
     * @param none in place of an object, where the event has none
     * @param version of an object
     */
    public static <T> Told<T> told(JsonWalk json, Reading<T> reading, T none, Function<T, String> version)
            throws MalformedJson {
        var told = new Object() {
            String type = "";
            T object = none;
        };
        json.object(key -> {
            switch (key) {
                case "type" -> told.type = json.text();
                case "object" -> told.object = reading.read(json);
                default -> json.skip();
            }
        });
        return new Told<>(told.type, told.object, version.apply(told.object));
    }
}
