// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;

/** What is sent back: a status code and an object. */
record Answer(int code, JsonNode body) {
    static Answer ok(JsonNode body) {
        return new Answer(200, body);
    }
}
