// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.json.JsonEdit;
import java.util.Optional;

/**
 * One request to the API server.
 *
 * @param method of HTTP
 * @param path with its query, beginning with a slash
 * @param accept the representation that is asked for
 * @param content what is sent with it
 * @param bearer another token than the pod's own
 */
public record ApiCall(String method, String path, String accept, Optional<Content> content, Optional<String> bearer) {
    private static final String JSON = "application/json";

    /** Asks the server to leave spec and status out, which spares both sides most of the bytes. */
    private static final String METADATA = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1," + JSON;

    private static final String METADATA_LIST =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1," + JSON;

    /** What is sent with a request. */
    public record Content(String mediaType, String text) {
        /** {@return its kind and length: the text may be a Secret} */
        @Override
        public String toString() {
            return text.length() + " characters of " + mediaType;
        }
    }

    /** {@return a call that gets an object, or a resource that is none} */
    public static ApiCall get(String path) {
        return get(path, JSON);
    }

    /** {@return a call that gets the metadata of one object, or of the objects in a watch} */
    public static ApiCall metadata(String path) {
        return get(path, METADATA);
    }

    /** {@return a call that gets the metadata of the objects in a list} */
    public static ApiCall metadataList(String path) {
        return get(path, METADATA_LIST);
    }

    /** {@return a call that posts an object} */
    public static ApiCall post(String path, String json) {
        return send("POST", path, JSON, json);
    }

    /** {@return a call that puts an object in the place of another} */
    public static ApiCall put(String path, String json) {
        return send("PUT", path, JSON, json);
    }

    /** {@return a call that changes an object by a patch of that media type} */
    public static ApiCall patch(String path, String mediaType, String patch) {
        return send("PATCH", path, mediaType, patch);
    }

    /** {@return a call by which the object is as the JSON says, as far as that says anything, also where another manager owns the fields} */
    public static ApiCall apply(String path, String manager, String json) {
        return patch(path + "?fieldManager=" + manager + "&force=true", "application/apply-patch+yaml", json);
    }

    /** {@return a call that deletes the object with this uid, and in the background what it owns; another one of its name is a conflict} */
    public static ApiCall delete(String path, String uid) {
        return deleteWhere(path, JsonEdit.member("uid", JsonEdit.quote(uid)));
    }

    /** {@return a call that deletes the object as it was seen; one that was changed since, or another one of its name, is a conflict} */
    public static ApiCall delete(String path, String uid, String version) {
        return deleteWhere(
                path,
                JsonEdit.member("uid", JsonEdit.quote(uid)) + ","
                        + JsonEdit.member("resourceVersion", JsonEdit.quote(version)));
    }

    /** {@return the same call in the name of another token} */
    public ApiCall as(String token) {
        return new ApiCall(method, path, accept, content, Optional.of(token));
    }

    /** {@return what it asks for, without what it sends or by which token: fit for a log} */
    @Override
    public String toString() {
        return method + " " + path;
    }

    private static ApiCall deleteWhere(String path, String preconditions) {
        return send(
                "DELETE", path + "?propagationPolicy=Background", JSON, "{\"preconditions\":{" + preconditions + "}}");
    }

    private static ApiCall get(String path, String accept) {
        return new ApiCall("GET", path, accept, Optional.empty(), Optional.empty());
    }

    private static ApiCall send(String method, String path, String mediaType, String text) {
        return new ApiCall(method, path, JSON, Optional.of(new Content(mediaType, text)), Optional.empty());
    }
}
