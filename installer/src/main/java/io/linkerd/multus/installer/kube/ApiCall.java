// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import java.util.Optional;

/**
 * One request to the API server.
 *
 * @param path with its query, beginning with a slash
 * @param accept the representation that is asked for
 * @param bearer another token than the pod's own
 * @param body JSON to POST; without one it is a GET
 */
public record ApiCall(String path, String accept, Optional<String> bearer, Optional<String> body) {
    private static final String JSON = "application/json";

    /** Asks the server to leave spec and status out, which spares both sides most of the bytes. */
    private static final String METADATA = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1," + JSON;

    private static final String METADATA_LIST =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1," + JSON;

    /** {@return a call that gets an object, or a resource that is none} */
    public static ApiCall get(String path) {
        return new ApiCall(path, JSON, Optional.empty(), Optional.empty());
    }

    /** {@return a call that gets the metadata of one object, or of the objects in a watch} */
    public static ApiCall metadata(String path) {
        return new ApiCall(path, METADATA, Optional.empty(), Optional.empty());
    }

    /** {@return a call that gets the metadata of the objects in a list} */
    public static ApiCall metadataList(String path) {
        return new ApiCall(path, METADATA_LIST, Optional.empty(), Optional.empty());
    }

    /** {@return a call that posts an object} */
    public static ApiCall post(String path, String body) {
        return new ApiCall(path, JSON, Optional.empty(), Optional.of(body));
    }

    /** {@return the same call in the name of another token} */
    public ApiCall as(String token) {
        return new ApiCall(path, accept, Optional.of(token), body);
    }

    @Override
    public String toString() {
        return (body.isPresent() ? "POST " : "GET ") + path;
    }
}
