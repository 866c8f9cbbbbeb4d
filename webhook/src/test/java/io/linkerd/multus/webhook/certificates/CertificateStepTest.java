// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The names under which operators count what becomes of the authority. */
class CertificateStepTest {
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final Authorities AUTHORITIES = Authorities.startOver(
            new CertificateIssuer(CertificatePolicy.STANDARD, List.of("webhook.ns.svc")).authority(NOW));

    record Row(String name, CertificateStep.Write write) {}

    static Stream<Row> names() {
        return Stream.of(
                new Row("create", new CertificateStep.StartOver(Optional.empty(), "")),
                new Row("repair", new CertificateStep.StartOver(Optional.of("7"), "")),
                new Row("adopt", new CertificateStep.Adopt("7", AUTHORITIES, NOW, "")),
                new Row("prepare", new CertificateStep.Prepare("7", AUTHORITIES, "")),
                new Row("confirm", advance(CertificateStep.Stage.CONFIRM)),
                new Row("sign", advance(CertificateStep.Stage.SIGN)),
                new Row("retire", advance(CertificateStep.Stage.RETIRE)));
    }

    @ParameterizedTest
    @MethodSource
    void names(Row row) {
        assertThat(row.write().name()).isEqualTo(row.name());
        assertThat(row.write().object()).isEqualTo("Secret");
    }

    private static CertificateStep.Write advance(CertificateStep.Stage stage) {
        return new CertificateStep.Advance(stage, "7", AUTHORITIES, "");
    }
}
