// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.json.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/** Reads objects of one kind from what the API server answers to a list and to a watch. */
public interface ListReader<T> {
    /** {@return a call for the path in the representation that is read here} */
    ApiCall list(String path);

    /** {@return a watch on the path in the representation that is read here} */
    ApiCall watch(String path);

    /**
     * Reads a list as it arrives, and hands each object on before it reads the next.
     *
     * @return the version for which the list is true; a watch continues from there
     * @throws MalformedJson if it is no list, or not all of it
     * @throws IOException if it stops arriving
     */
    String objects(InputStream list, Consumer<T> objects) throws MalformedJson, IOException;

    /**
     * {@return what an event of a watch says}
     *
     * @throws MalformedJson if it is no event
     * @throws IOException if it stops arriving
     */
    Told<T> told(InputStream event) throws MalformedJson, IOException;

    /**
     * What a watch tells.
     *
     * @param type {@code ADDED}, {@code MODIFIED}, {@code DELETED}, {@code BOOKMARK} or {@code ERROR}
     * @param version of the object, from which another watch goes on; empty where it has none
     */
    record Told<T>(String type, T object, String version) {}
}
