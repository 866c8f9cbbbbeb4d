// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import java.util.function.UnaryOperator;

/**
 * One call of a conversation with an API server.
 *
 * @param name what it is for; calls after it speak of its answer by that
 * @param method an HTTP method, the kind of a patch, or {@code WATCH}
 * @param path with query
 * @param body lenient JSON
 * @param compared how much of the answer is
 */
record Step(String name, Method method, String path, Compared compared, String body) {
    /** What is called, and with what kind of body. */
    enum Method {
        GET("GET", "application/json"),
        POST("POST", "application/json"),
        PUT("PUT", "application/json"),
        DELETE("DELETE", "application/json"),
        WATCH("GET", "application/json"),
        MERGE("PATCH", "application/merge-patch+json"),
        JSON("PATCH", "application/json-patch+json"),
        STRATEGIC("PATCH", "application/strategic-merge-patch+json"),
        APPLY("PATCH", Patches.APPLY),
        STRANGE("PATCH", "text/plain");

        final String verb;
        final String mediaType;

        Method(String verb, String mediaType) {
            this.verb = verb;
            this.mediaType = mediaType;
        }
    }

    /** How much of an answer is compared. */
    enum Compared {
        ALL(""),
        /** Asked for as metadata, without who owns which field: defaults of pods are not the fake's. */
        METADATA(";as=PartialObjectMetadata;g=meta.k8s.io;v=v1"),
        METADATA_LIST(";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"),
        CODE("");

        final String form;

        Compared(String form) {
            this.form = form;
        }

        boolean isMetadata() {
            return !form.isEmpty();
        }
    }

    /** The same with every text filled in. */
    Step filled(UnaryOperator<String> fill) {
        return new Step(name, method, fill.apply(path), compared, fill.apply(body));
    }

    boolean isWatch() {
        return method == Method.WATCH;
    }
}
