// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.certificates;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.cases.Effort;
import io.linkerd.multus.contracts.certificates.PemBundle.Block;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PemBundleTest {

    @Test
    void blocksAreFoundWhateverIsAroundThem() {
        var text = "# ours\r\n-----BEGIN CERTIFICATE-----\r\n A B \n\tC==\n-----END CERTIFICATE-----and"
                + "-----BEGIN EC PARAMETERS-----\nD\n-----END EC PARAMETERS-----";
        var bundle = PemBundle.read(text);

        assertThat(bundle.blocks())
                .containsExactly(
                        new Block("CERTIFICATE", Optional.of("ABC==")), new Block("EC PARAMETERS", Optional.of("D")));
        assertThat(bundle.certificates()).hasSize(1);
    }

    @Test
    void aBlockThatDoesNotEndIsThereAndTakesInNoOther() {
        var text = """
                -----BEGIN CERTIFICATE-----
                A
                -----BEGIN CERTIFICATE-----
                B
                -----END CERTIFICATE-----
                -----BEGIN CERTIFICATE-----
                C
                -----END PRIVATE KEY-----
                """;

        assertThat(PemBundle.read(text).blocks())
                .extracting(Block::base64)
                .containsExactly(Optional.empty(), Optional.of("B"), Optional.empty());
    }

    @Test
    void whatIsNoCertificateIsNone() {
        assertThat(new Block("CERTIFICATE", Optional.of("$(cat ca.crt)")).certificate())
                .isEmpty();
        assertThat(new Block("CERTIFICATE", Optional.of("MIIB")).certificate()).isEmpty();
        assertThat(new Block("CERTIFICATE", Optional.empty()).certificate()).isEmpty();
    }

    @Test
    void anyTextIsRead() {
        property().forAll(texts()).checkAssert(text -> {
            assertThat(PemBundle.read(text.replace("-----", "")).blocks()).isEmpty();
            assertThat(PemBundle.read("-----BEGIN A-----" + text).blocks()).isNotEmpty();
        });
    }

    @Test
    void aLongTextIsReadInTimeThatGrowsWithIt() {
        Effort.assertLinear(
                pieces -> "-----BEGIN A-----\nAAAA\n-----END B-----".repeat(pieces / 4)
                        + "-----BEGIN A-----A".repeat(pieces / 4),
                PemBundle::read);
    }
}
