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
     * Reads a page of a list, object by object.
     *
     * @throws MalformedJson if it is none
     * @throws IOException if it stops arriving
     */
    PageEnd page(InputStream page, Consumer<T> objects) throws MalformedJson, IOException;

    /**
     * {@return what a line of a watch says}
     *
     * @throws MalformedJson if it is no event
     */
    Told<T> told(byte[] line) throws MalformedJson;

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
     * @param version of the object, from which another watch goes on; empty where it has none
     */
    record Told<T>(String type, T object, String version) {}
}
