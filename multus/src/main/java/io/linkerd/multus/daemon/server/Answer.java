// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.contracts.json.JsonEdit;

/**
 * What a client is told.
 *
 * @param status of HTTP
 * @param media what the body is; of an empty one it makes no difference
 */
public record Answer(int status, Media media, String body) {
    /** How a body is to be read. */
    public enum Media {
        /** JSON. */
        JSON("application/json"),
        /** Words for a person. */
        TEXT("text/plain; charset=utf-8");

        private final String type;

        Media(String type) {
            this.type = type;
        }

        /** {@return the value of Content-Type} */
        String type() {
            return type;
        }
    }

    /** {@return success with nothing to say, as for all commands but ADD} */
    public static Answer done() {
        return new Answer(200, Media.TEXT, "");
    }

    /** {@return success with a JSON document} */
    public static Answer done(String json) {
        return new Answer(200, Media.JSON, json);
    }

    /** {@return failure in words} */
    public static Answer failed(String words) {
        return text(400, words);
    }

    /**
     * {@return failure with an error of CNI's, which a shim hands on to its runtime}
     *
     * @param details may be empty
     */
    public static Answer failed(int code, String message, String details) {
        return error(400, code, message, details);
    }

    static Answer text(int status, String words) {
        return new Answer(status, Media.TEXT, words + "\n");
    }

    static Answer empty(int status) {
        return new Answer(status, Media.TEXT, "");
    }

    static Answer error(int status, int code, String message, String details) {
        var members = JsonEdit.member("code", Integer.toString(code)) + ","
                + JsonEdit.member("msg", JsonEdit.quote(message))
                + (details.isEmpty() ? "" : "," + JsonEdit.member("details", JsonEdit.quote(details)));
        return new Answer(status, Media.JSON, "{" + members + "}");
    }
}
