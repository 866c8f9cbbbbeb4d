// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
    private enum Size {
        SMALL,
        LARGE
    }

    @Test
    void anEmptyValueIsNone() throws InvalidSettings {
        var reader = reader("LINKERD_MULTUS_A=  ", "LINKERD_MULTUS_B= b ");

        assertThat(reader.text("LINKERD_MULTUS_A")).isEmpty();
        assertThat(reader.text("LINKERD_MULTUS_B")).hasValue("b");
        assertThat(reader.text("LINKERD_MULTUS_C")).isEmpty();
        reader.finish();
    }

    @Test
    void anEmptyListIsMeant() {
        assertThat(reader("LINKERD_MULTUS_A=").names("LINKERD_MULTUS_A", List.of("preset")))
                .isEmpty();
        assertThat(reader().names("LINKERD_MULTUS_A", List.of("preset"))).containsExactly("preset");
        assertThat(reader("LINKERD_MULTUS_A=a, b,,a").names("LINKERD_MULTUS_A", List.of()))
                .containsExactly("a", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Upper", "-a", "a-", "a b", "a_b", "ä"})
    void aNameIsThatOfAKubernetesObject(String value) {
        assertThat(problems(reader -> reader.name("NAME"), "NAME=" + value))
                .containsExactly("NAME=" + value + " must be the name of a Kubernetes object");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a.b", "0"})
    void takesTheNamesOfKubernetesObjects(String value) {
        assertThat(reader("NAME=" + value).name("NAME")).hasValue(value);
    }

    @Test
    void onlyNamesOfRolesMayHaveColons() {
        var name = "system:openshift:scc:nonroot-v2";

        assertThat(reader("NAME=" + name).roleName("NAME")).hasValue(name);
        assertThat(problems(reader -> reader.name("NAME"), "NAME=" + name)).hasSize(1);
    }

    @Test
    void whatIsRequiredIsMissed() {
        assertThat(problems(reader -> reader.required("URL", "u"))).containsExactly("URL is required");
        assertThat(problems(reader -> reader.requiredName("NAME", "whose it is")))
                .containsExactly("NAME is required: whose it is");
    }

    @ParameterizedTest
    @ValueSource(strings = {"65536", "-1", "https", "1e3", "999999", "8080.0"})
    void aPortIsANumberThatTcpHas(String value) {
        assertThat(problems(reader -> reader.servingPort("PORT", 1), "PORT=" + value))
                .containsExactly("PORT=" + value + " must be a TCP port, 0 to 65535");
    }

    @Test
    void noPortToCallIsZero() {
        assertThat(reader("PORT=0").servingPort("PORT", 8080)).isZero();
        assertThat(problems(reader -> reader.port("PORT", 443), "PORT=0"))
                .containsExactly("PORT=0 must be a TCP port, 1 to 65535");
        assertThat(reader("PORT=65535").port("PORT", 443)).isEqualTo(65535);
    }

    @Test
    void choicesAndFlagsAreReadInAnyCase() {
        assertThat(reader("SIZE=Large").oneOf("SIZE", Size.SMALL)).isEqualTo(Size.LARGE);
        assertThat(reader("FLAG=TRUE").flag("FLAG", false)).isTrue();
        assertThat(reader().flag("FLAG", true)).isTrue();
        assertThat(problems(reader -> reader.oneOf("SIZE", Size.SMALL), "SIZE=huge"))
                .containsExactly("SIZE=huge must be one of small, large");
        assertThat(problems(reader -> reader.flag("FLAG", false), "FLAG=yes"))
                .containsExactly("FLAG=yes must be true or false");
    }

    @ParameterizedTest
    @CsvSource({"24h, PT24H", "90m, PT90M", "1d12h, PT36H", "3600s, PT1H", "PT2H, PT2H", "pt2h, PT2H", "0s, PT0S"})
    void readsDurationsAsPeopleWriteThem(String text, Duration duration) {
        assertThat(reader("LIFETIME=" + text).duration("LIFETIME", Duration.ofHours(1)))
                .isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "24", "h", "1h1d", "99999999999h"})
    void saysWhatADurationLooksLike(String text) {
        assertThat(problems(reader -> reader.duration("LIFETIME", Duration.ofHours(1)), "LIFETIME=" + text))
                .containsExactly("LIFETIME=" + text + " must be a duration like 24h, 1d12h or PT24H");
    }

    @Test
    void aRecordThatRefusesToExistIsAProblemLikeAnyOther() {
        assertThat(problems(reader -> reader.record(() -> {
                    throw new InvalidSetting("SHORTER", "5s", "must be shorter than 3s");
                })))
                .containsExactly("SHORTER=5s must be shorter than 3s");
    }

    @Test
    void tellsAllProblemsAtOnceUnknownKeysLast() {
        assertThat(problems(
                        reader -> {
                            reader.text("LINKERD_MULTUS_DAEMON_SET");
                            reader.required("URL", "");
                            reader.servingPort("PORT", 1);
                        },
                        "LINKERD_MULTUS_DEAMON_SET=x",
                        "PORT=x",
                        "LINKERD_MULTUS_LOG_LEVEL=loud",
                        "SOMEBODY_ELSES=x"))
                .containsExactly(
                        "URL is required",
                        "PORT=x must be a TCP port, 0 to 65535",
                        "LINKERD_MULTUS_LOG_LEVEL=loud must be one of error, warn, info, debug, trace",
                        "LINKERD_MULTUS_DEAMON_SET is not a setting; did you mean LINKERD_MULTUS_DAEMON_SET?");
    }

    @Test
    void passesOverWhatTheKubeletAddsForServicesOfTheNamespace() {
        assertThat(problems(
                        _ -> {},
                        "LINKERD_MULTUS_WEBHOOK_SERVICE_HOST=198.19.0.9",
                        "LINKERD_MULTUS_WEBHOOK_SERVICE_PORT=443",
                        "LINKERD_MULTUS_WEBHOOK_SERVICE_PORT_HTTPS=443",
                        "LINKERD_MULTUS_WEBHOOK_PORT=tcp://198.19.0.9:443",
                        "LINKERD_MULTUS_WEBHOOK_PORT_443_TCP=tcp://198.19.0.9:443",
                        "LINKERD_MULTUS_WEBHOOK_PORT_443_TCP_ADDR=198.19.0.9",
                        // of a Service that is called linkerd-multus-a-service
                        "LINKERD_MULTUS_A_SERVICE_SERVICE_HOST=198.19.0.8",
                        "LINKERD_MULTUS_A_SERVICE_PORT=tcp://198.19.0.8:80"))
                .isEmpty();
    }

    @Test
    void refusesWhatOnlyLooksLikeAServiceLink() {
        assertThat(problems(reader -> reader.port("LINKERD_MULTUS_HTTPS_PORT", 1), "LINKERD_MULTUS_HTTP_PORT=8443"))
                .containsExactly("LINKERD_MULTUS_HTTP_PORT is not a setting; did you mean LINKERD_MULTUS_HTTPS_PORT?");
    }

    private static List<String> problems(Consumer<SettingsReader> reading, String... settings) {
        var reader = reader(settings);
        reading.accept(reader);
        var invalid = catchThrowableOfType(InvalidSettings.class, reader::finish);
        return invalid == null
                ? List.of()
                : invalid.problems().stream().map(SettingProblem::toString).toList();
    }

    private static SettingsReader reader(String... settings) {
        Map<String, String> environment = new HashMap<>();
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            environment.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return new SettingsReader(environment);
    }
}
