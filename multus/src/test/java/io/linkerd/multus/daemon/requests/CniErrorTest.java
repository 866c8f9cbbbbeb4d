// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.cases.Cases;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CniErrorTest {

    @Test
    void hasTheSpecificationsCodes() {
        assertThat(List.of(
                        CniError.INCOMPATIBLE_VERSION,
                        CniError.UNSUPPORTED_FIELD,
                        CniError.UNKNOWN_CONTAINER,
                        CniError.INVALID_ENVIRONMENT,
                        CniError.IO_FAILURE,
                        CniError.DECODING_FAILURE,
                        CniError.INVALID_NETWORK_CONFIG,
                        CniError.INVALID_NETWORK_NAMESPACE,
                        CniError.TRY_AGAIN_LATER,
                        CniError.NOT_AVAILABLE,
                        CniError.LIMITED_CONNECTIVITY,
                        CniError.INTERNAL))
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 11, 50, 51, 999);
    }

    @Test
    void isWrittenAsGoWritesIt() {
        var error = new CniError(11, "try \"again\"\n", "in 5 s");

        assertThat(error.json()).isEqualTo("{\"code\":11,\"msg\":\"try \\\"again\\\"\\n\",\"details\":\"in 5 s\"}");
        assertThat(new CniError(7, "m").json()).isEqualTo("{\"code\":7,\"msg\":\"m\"}");
    }

    @Test
    void isToldInOneLine() {
        assertThat(new CniError(11, "m", "d").text()).isEqualTo("m; d");
        assertThat(new CniError(11, "m").text()).isEqualTo("m");
        assertThat(new CniError(11, "m", "d").withMessage("longer: m")).isEqualTo(new CniError(11, "longer: m", "d"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"cniVersion\":\"1.0.0\",\"code\":7,\"msg\":\"m\",\"details\":\"d\"} | 7 | m | d",
                "{\"code\":0,\"msg\":\"m\"}           | 0 | m | ''",
                "{\"CODE\":100,\"Msg\":\"m\"}         | 100 | m | ''",
                "{\"code\":1,\"code\":2,\"msg\":\"m\"} | 2 | m | ''",
                "{\"code\":2147483647,\"msg\":\"m\"}  | 2147483647 | m | ''",
                "{\"code\":2147483648,\"msg\":\"m\"}  | 999 | m | ''",
                "{\"code\":-1,\"msg\":\"m\"}          | 999 | m | ''",
                "{\"code\":\"7\",\"msg\":\"m\"}       | 999 | m | ''",
                "{\"msg\":\"m\"}                      | 999 | m | ''"
            })
    void isReadFromWhatAPluginPrints(String text, int code, String message, String details) {
        assertThat(CniError.read(text)).hasValue(new CniError(code, message, details));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "null",
                "{\"code\":7}",
                "{\"code\":7,\"msg\":\"\"}",
                "{\"msg\":7}",
                "{\"msg\":\"m\""
            })
    void isNoneWithoutAMessage(String text) {
        assertThat(CniError.read(text)).isEmpty();
    }

    @Test
    void aLongMessageIsCutAndSaysSo() {
        var error = new CniError(7, "m".repeat(1 << 20), "ü".repeat(1 << 19));

        assertThat(error.message()).startsWith("mmm").endsWith("m… (cut)");
        assertThat(error.details()).startsWith("ü").endsWith("ü… (cut)");
        assertThat(error.text().getBytes(UTF_8)).hasSizeLessThanOrEqualTo(16 << 10);
        assertThat(error.within("plugin failed: ").text())
                .startsWith("plugin failed: mmm")
                .endsWith("… (cut)");
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Cases.property().forAll(Cases.texts(), Cases.texts()).checkAssert((message, details) -> {
            var error = new CniError(11, "m" + message, details);

            assertThat(CniError.read(error.json())).hasValue(error);
        });
    }
}
