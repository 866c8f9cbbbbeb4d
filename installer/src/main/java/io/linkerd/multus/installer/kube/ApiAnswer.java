// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.json.JsonValue;

/** How an API call ended; none of these is an exception. */
public sealed interface ApiAnswer {
    /** 2xx, with the object. */
    record Answered(JsonValue body) implements ApiAnswer {}

    /** The server's own no: 404, 401, 403, 409, 422, 429, 5xx. */
    record Refused(int status, String message) implements ApiAnswer {
        @Override
        public String toString() {
            return status + " " + message;
        }
    }

    /** No answer that could be understood within the time allowed. */
    record Unreachable(String reason) implements ApiAnswer {}

    int UNAUTHORIZED = 401;
    int FORBIDDEN = 403;
    int NOT_FOUND = 404;

    /** Why there is no object, in words for a log. */
    default String problem() {
        return switch (this) {
            case Answered _ -> "none";
            case Refused refused -> "the API server refuses: " + refused;
            case Unreachable(var reason) -> "the API server cannot be reached: " + reason;
        };
    }
}
