// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CertificatePolicyTest {

    @Test
    void takesAnAuthorityThatOutlivesTwoLeaves() {
        assertThatCode(() -> policy(Duration.ofDays(14), Duration.ofDays(7))).doesNotThrowAnyException();
    }

    @Test
    void refusesAnAuthorityThatDoesNot() {
        assertThatThrownBy(() -> policy(Duration.ofDays(14).minusSeconds(1), Duration.ofDays(7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a leaf of PT168H needs an authority of at least twice that, not PT335H59M59S");
    }

    private static CertificatePolicy policy(Duration authority, Duration leaf) {
        return new CertificatePolicy(authority, leaf, Duration.ZERO, Duration.ZERO);
    }
}
