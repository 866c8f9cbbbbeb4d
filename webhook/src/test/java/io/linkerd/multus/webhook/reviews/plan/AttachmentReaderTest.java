// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttachmentReaderTest {

    /** Under names that nobody knows is, among others, what counts around them. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"metadata":{"name":"lan"},"spec":{"config":"{}"}} | lan | {}
            {"spec":{"config":"{}"},"metadata":{"name":"lan"}} | lan | {}
            {"status":{"metadata":{"name":"x"},"spec":{"config":"x"}},"metadata":{"name":"lan"},"spec":{"config":"{}"}} | lan | {}
            {"metadata":{"other":{"name":"x"},"name":"lan"},"spec":{"other":{"config":"x"},"config":"{}"}} | lan | {}
            {"metadata":{"generateName":"x","name":"lan"}} | lan | ``
            {"metadata":null,"spec":null} | `` | ``
            """)
    void readsNameAndConfigAlone(String object, String name, String config) throws MalformedJson {
        var bytes = object.getBytes(StandardCharsets.UTF_8);

        assertThat(JsonDocument.read(bytes, JsonLimits.ofLength(7 << 20).build(), AttachmentReader::read))
                .isEqualTo(new Attachment(name, config));
    }
}
