// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;

/** A webhook configuration, whose {@code caBundle} says whom API servers trust. */
interface TrustStore {

    /**
     * Reads whom the API server trusts.
     *
     * @throws CertificateStore.StoreUnavailable if the API server cannot be reached or refuses
     */
    ConfigurationReading configuration();

    /** Writes the {@code caBundle} of each webhook of the configuration. */
    WriteResult trust(CertificateStep.Trust step);
}
