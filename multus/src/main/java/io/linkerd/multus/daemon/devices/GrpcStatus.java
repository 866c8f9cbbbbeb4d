// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import io.linkerd.multus.contracts.GoText;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How a call of gRPC has ended.
 *
 * @param code of <a href="https://grpc.github.io/grpc/core/md_doc_statuscodes.html">its codes</a>; of another one and of none it is {@link #UNKNOWN}
 * @param message the server's words
 */
record GrpcStatus(int code, String message) {
    static final int OK = 0;
    static final int UNKNOWN = 2;
    static final int RESOURCE_EXHAUSTED = 8;
    static final int UNIMPLEMENTED = 12;

    /** By their codes. */
    private static final List<String> NAMES = List.of(
            "OK",
            "CANCELLED",
            "UNKNOWN",
            "INVALID_ARGUMENT",
            "DEADLINE_EXCEEDED",
            "NOT_FOUND",
            "ALREADY_EXISTS",
            "PERMISSION_DENIED",
            "RESOURCE_EXHAUSTED",
            "FAILED_PRECONDITION",
            "ABORTED",
            "OUT_OF_RANGE",
            "UNIMPLEMENTED",
            "INTERNAL",
            "UNAVAILABLE",
            "DATA_LOSS",
            "UNAUTHENTICATED");

    private static final int LONGEST_MESSAGE = 300;

    /** {@return what the headers at the end of an answer say} */
    static GrpcStatus of(Http2Headers trailers) {
        var code = trailers.get("grpc-status");
        if (code == null) {
            return new GrpcStatus(UNKNOWN, "the answer ended without grpc-status");
        }
        var message = trailers.get("grpc-message");
        return new GrpcStatus(code(code.toString()), message == null ? "" : decoded(message.toString()));
    }

    boolean isOk() {
        return code == OK;
    }

    /** {@return the code and the server's words} */
    String inWords() {
        return NAMES.get(code) + (message.isEmpty() ? "" : " (" + message + ")");
    }

    private static int code(String text) {
        for (int code = 0; code < NAMES.size(); code++) {
            if (text.equals(Integer.toString(code))) {
                return code;
            }
        }
        return UNKNOWN;
    }

    /** Percent-encoded UTF-8, in which a plus stands for itself. */
    private static String decoded(String message) {
        return GoText.shorten(GoText.printable(unescaped(message)), LONGEST_MESSAGE, "…");
    }

    private static String unescaped(String message) {
        try {
            return URLDecoder.decode(message.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return message;
        }
    }
}
