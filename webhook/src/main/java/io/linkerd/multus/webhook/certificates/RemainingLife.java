// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.time.Duration;
import java.time.Instant;

/** How much of a certificate's life is left, which somebody else should have renewed. */
enum RemainingLife {
    ENOUGH("the certificate has enough of its life left"),
    LITTLE("the certificate ends soon, and has not been renewed; look at what renews it"),
    NONE("the certificate has ended, and API servers refuse it; look at what renews it");

    /** cert-manager renews with a third left, service-ca with more: who has a tenth left was forgotten. */
    private static final int LITTLE_IS_ONE_OF = 10;

    private final String words;

    RemainingLife(String words) {
        this.words = words;
    }

    static RemainingLife of(X509 certificate, Instant now) {
        if (certificate.hasEnded(now)) {
            return NONE;
        }
        var whole = Duration.between(certificate.notBefore(), certificate.notAfter());
        var left = Duration.between(now, certificate.notAfter());
        return left.compareTo(whole.dividedBy(LITTLE_IS_ONE_OF)) < 0 ? LITTLE : ENOUGH;
    }

    /** {@return it in words for the log} */
    String words() {
        return words;
    }
}
