// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import static io.linkerd.multus.values.linkerdconfig.LinkerdConfigs.json;
import static io.linkerd.multus.values.linkerdconfig.LinkerdConfigs.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.certificates.TestCertificates;
import io.linkerd.multus.values.ValuesPath;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A certificate that ended turned off all that its LinkerdConfig asked for. */
class DatedSpecTest {
    private static final Instant AFTER_ALL = Instant.parse("2200-01-01T00:00:00Z");
    private static final ValuesPath LOG_LEVEL = ValuesPath.of("proxy", "logLevel");
    private static final ValuesPath ISSUER = ValuesPath.of("identity", "issuer", "tls", "crtPEM");

    private static final LinkerdConfigSpec SPEC =
            spec("{'mode':'Enforce','allowPartial':true,'values':{'proxy':{'logLevel':'warn'},"
                    + "'identityTrustAnchorsPEM':" + json(TestCertificates.GOOD)
                    + ",'identity':{'issuer':{'tls':{'crtPEM':"
                    + json(TestCertificates.GOOD) + "}}}}}");

    @Test
    void aValidCertificateStays() {
        var dated = DatedSpec.at(SPEC, LinkerdConfigs.NOW);

        assertThat(dated.outOfDate()).isEmpty();
        assertThat(dated.current()).isEqualTo(SPEC);
    }

    @Test
    void oneThatEndedTakesItsOwnPathAway() {
        var dated = DatedSpec.at(SPEC, AFTER_ALL);

        assertThat(dated.outOfDate())
                .extracting(FieldProblem::toString)
                .satisfiesExactlyInAnyOrder(
                        anchors -> assertThat(anchors)
                                .startsWith("spec.values.identityTrustAnchorsPEM: ")
                                .contains("ended"),
                        issuer -> assertThat(issuer)
                                .startsWith("spec.values.identity.issuer.tls.crtPEM: ")
                                .contains("ended"));
        assertThat(dated.current().trustAnchors()).isEmpty();
        assertThat(dated.current().wanted()).containsKey(LOG_LEVEL).doesNotContainKey(ISSUER);
        assertThat(dated.current())
                .usingRecursiveComparison()
                .ignoringFields("trustAnchors", "wanted")
                .isEqualTo(SPEC);
    }

    @Test
    void oneWithAnotherProblemIsLeftInTheSpec() {
        var weak =
                spec("{'values':{'identity':{'issuer':{'tls':{'crtPEM':" + json(TestCertificates.RSA_1024) + "}}}}}");

        assertThat(DatedSpec.at(weak, AFTER_ALL)).isEqualTo(new DatedSpec(weak, List.of()));
    }

    @Test
    void aSpecWithoutCertificatesIsAsItIs() {
        var plain = spec("{'values':{'proxy':{'logLevel':'warn'}}}");

        assertThat(DatedSpec.at(plain, AFTER_ALL).current()).isEqualTo(plain);
    }
}
