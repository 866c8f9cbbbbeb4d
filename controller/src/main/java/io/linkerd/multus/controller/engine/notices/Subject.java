// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.notices;

/**
 * The object that a notice is about.
 *
 * @param apiVersion such as {@code v1}
 * @param kind such as {@code Namespace}
 * @param namespace where the Event appears: the object's namespace; for a Namespace, itself
 * @param name of the object
 * @param uid of the object; empty where it does not exist
 */
public record Subject(String apiVersion, String kind, String namespace, String name, String uid) {

    /** A namespace, as the subject of Events that appear in it. */
    public static Subject namespace(String name, String uid) {
        return new Subject("v1", "Namespace", name, name, uid);
    }
}
