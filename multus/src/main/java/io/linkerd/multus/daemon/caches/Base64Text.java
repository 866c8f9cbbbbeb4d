// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.contracts.json.MalformedJson;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;

/** A configuration as Go writes bytes into JSON. */
final class Base64Text {
    private Base64Text() {}

    static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    /** {@return the text, which is not empty} */
    static String decoded(String base64) throws MalformedJson {
        try {
            var text = UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(base64)))
                    .toString();
            if (text.isEmpty()) {
                throw new MalformedJson("the configuration is missing");
            }
            return text;
        } catch (IllegalArgumentException | CharacterCodingException _) {
            throw new MalformedJson("the configuration is no text in Base64");
        }
    }
}
