// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.ReviewLimits;
import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.names.ObjectNames;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * A request for admission (admission.k8s.io/v1), reduced to what decisions need.
 *
 * @param uid what the answer has to repeat
 * @param namespace where the object is to be; empty where its kind has none
 * @param object the object as it is to be; empty where it is something else that happens, or happens to something else
 * @param before the object as it is; empty where it is new, or nobody looks
 */
record ReviewRequest<T>(String uid, String namespace, Optional<T> object, Optional<T> before) {
    /** A review that is no longer than one segment of a busy connection's buffers, as reviews of pods are. */
    static final JsonLimits SHORT = JsonLimits.ofLength(64 << 10).build();

    /** The only version of the review that there is. */
    static final String VERSION = "admission.k8s.io/v1";

    static final String KIND = "AdmissionReview";

    /**
     * Reads a review of one kind of objects as it arrives.
     *
     * @throws MalformedJson if it is none; its message says where, in words for the sender
     * @throws IOException if it stops arriving
     */
    static <T> ReviewRequest<T> read(InputStream document, ReviewedKind<T> kind) throws MalformedJson, IOException {
        return JsonDocument.read(document, ReviewLimits.WHOLE, kind);
    }

    /**
     * Reads a review that is here.
     *
     * @throws MalformedJson as above
     */
    static <T> ReviewRequest<T> read(byte[] document, ReviewedKind<T> kind) throws MalformedJson {
        return JsonDocument.readUtf8(document, SHORT, kind);
    }

    static <T> ReviewRequest<T> read(JsonWalk json, ReviewedKind<T> kind) throws MalformedJson {
        return new Reader<>(json, kind).review();
    }

    /** What is known half way through. */
    private static final class Reader<T> {
        private final JsonWalk json;
        private final ReviewedKind<T> reviewed;
        private String version = "";
        private String kind = "";
        private String uid = "";
        private String namespace = "";
        private String operation = "";
        private String subResource = "";
        private String resource = "";
        private Optional<T> object = Optional.empty();
        private Optional<T> before = Optional.empty();

        Reader(JsonWalk json, ReviewedKind<T> reviewed) {
            this.json = json;
            this.reviewed = reviewed;
        }

        ReviewRequest<T> review() throws MalformedJson {
            json.object(this::review);
            if (!version.equals(VERSION) || !kind.equals(KIND)) {
                throw new MalformedJson("the document is not an " + KIND + " of " + VERSION);
            }
            if (uid.isEmpty()) {
                throw new MalformedJson("/request/uid is missing");
            }
            boolean ours = reviewed.operations().contains(operation)
                    && resource.equals(reviewed.resource())
                    && subResource.isEmpty();
            if (ours && object.isEmpty()) {
                throw new MalformedJson("/request/object is missing");
            }
            boolean placed = reviewed.scope() == ReviewedKind.Scope.NAMESPACE;
            if (ours && placed && !ObjectNames.isLabel(namespace)) {
                throw new MalformedJson("/request/namespace is no name that a namespace can have");
            }
            return ours
                    ? new ReviewRequest<>(uid, placed ? namespace : "", object, before)
                    : new ReviewRequest<>(uid, namespace, Optional.empty(), Optional.empty());
        }

        private void review(String key) throws MalformedJson {
            switch (key) {
                case "apiVersion" -> version = json.text();
                case "kind" -> kind = json.text();
                case "request" -> json.object(this::request);
                default -> json.skip();
            }
        }

        private void request(String key) throws MalformedJson {
            switch (key) {
                case "uid" -> uid = json.text();
                case "namespace" -> namespace = json.text();
                case "operation" -> operation = json.text();
                case "subResource" -> subResource = json.text();
                case "resource" -> resource = new ResourceReading(json).read();
                case "object" -> object = object();
                case "oldObject" -> before = reviewed.changes() ? object() : skipped();
                default -> json.skip();
            }
        }

        /** Comes after {@code resource} in what an API server sends, and is read only where it may be of the kind. */
        private Optional<T> object() throws MalformedJson {
            boolean mayBeOurs = resource.isEmpty() || resource.equals(reviewed.resource());
            return mayBeOurs && json.isObject() ? Optional.of(reviewed.object().read(json)) : skipped();
        }

        private Optional<T> skipped() {
            json.skip();
            return Optional.empty();
        }
    }

    /** The resource that is asked for, as {@code group/version/plural}. */
    private static final class ResourceReading {
        private final JsonWalk json;
        private String group = "";
        private String version = "";
        private String plural = "";

        ResourceReading(JsonWalk json) {
            this.json = json;
        }

        String read() throws MalformedJson {
            json.object(key -> {
                switch (key) {
                    case "group" -> group = json.text();
                    case "version" -> version = json.text();
                    case "resource" -> plural = json.text();
                    default -> json.skip();
                }
            });
            return group + "/" + version + "/" + plural;
        }
    }
}
