// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.webhook.pods.Pod;
import io.linkerd.multus.webhook.pods.PodReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * A request for admission (admission.k8s.io/v1), reduced to what decisions need.
 *
 * @param uid what the answer has to repeat
 * @param namespace where the object is to be
 * @param pod the pod that is to be made; empty where it is something else that happens, or happens to something else
 */
record ReviewRequest(String uid, String namespace, Optional<Pod> pod) {

    /** The only version of the review that there is. */
    static final String VERSION = "admission.k8s.io/v1";

    static final String KIND = "AdmissionReview";

    /**
     * Reads a review as it arrives.
     *
     * @throws MalformedJson if it is none; its message says where, in words for the sender
     * @throws IOException if it stops arriving
     */
    static ReviewRequest read(InputStream document) throws MalformedJson, IOException {
        return JsonDocument.read(document, JsonLimits.REVIEW, json -> new Reader(json).review());
    }

    /**
     * Reads a review that is here.
     *
     * @throws MalformedJson as above
     */
    static ReviewRequest read(byte[] document) throws MalformedJson {
        return JsonDocument.readUtf8(document, JsonLimits.SHORT_REVIEW, json -> new Reader(json).review());
    }

    /** What is known half way through. */
    private static final class Reader {
        private final JsonWalk json;
        private String version = "";
        private String kind = "";
        private String uid = "";
        private String namespace = "";
        private String operation = "";
        private String subResource = "";
        private String resource = "";
        private boolean hasObject;
        private Optional<Pod> pod = Optional.empty();

        Reader(JsonWalk json) {
            this.json = json;
        }

        ReviewRequest review() throws MalformedJson {
            json.object(this::review);
            if (!version.equals(VERSION) || !kind.equals(KIND)) {
                throw new MalformedJson("the document is not an " + KIND + " of " + VERSION);
            }
            if (uid.isEmpty()) {
                throw new MalformedJson("/request/uid is missing");
            }
            boolean ours = operation.equals("CREATE") && resource.equals("/v1/pods") && subResource.isEmpty();
            if (ours && !hasObject) {
                throw new MalformedJson("/request/object is missing");
            }
            return new ReviewRequest(uid, namespace, ours ? pod : Optional.empty());
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
                case "object" -> object();
                default -> json.skip();
            }
        }

        /** Comes after {@code resource} in what an API server sends, and is read as a pod only where it may be one. */
        private void object() throws MalformedJson {
            if (resource.isEmpty() || resource.equals("/v1/pods")) {
                hasObject = json.isObject();
                pod = hasObject ? Optional.of(PodReader.read(json)) : Optional.empty();
            } else {
                json.skip();
            }
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
