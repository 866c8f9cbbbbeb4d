// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.util.Optional;

/** The two objects of the cluster that certificates live in. Every write names the version that it is based on. */
interface CertificateStore {

    /**
     * Reads both objects.
     *
     * @throws StoreUnavailable if the API server cannot be reached or refuses
     */
    Observed observe();

    /** Writes the Secret; makes it where it is based on no version. */
    WriteResult write(Optional<String> version, Authorities content);

    /** Writes the {@code caBundle} of each webhook of the configuration. */
    WriteResult trust(CertificateStep.Trust step);

    /** How an optimistic write ended. */
    enum WriteResult {
        WRITTEN,
        /** Somebody else was faster; what is there has to be read again. */
        LOST_RACE
    }

    /** The API server could not be asked. */
    final class StoreUnavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StoreUnavailable(String message) {
            super(message);
        }
    }
}
