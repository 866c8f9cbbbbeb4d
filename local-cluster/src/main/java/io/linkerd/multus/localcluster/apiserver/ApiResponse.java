// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import java.io.IOException;

/**
 * What the API server said.
 *
 * @param request the method and path that were asked for, for messages
 * @param status the HTTP status
 * @param body the body, JSON unless something else was asked for
 */
public record ApiResponse(String request, int status, String body) {
    /** Returns the body of a request that succeeded. */
    public String orThrow() throws IOException {
        if (status < 200 || status > 299) {
            throw new IOException(request + " was answered with " + status + ": " + body);
        }
        return body;
    }
}
