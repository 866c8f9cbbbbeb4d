// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Instant;
import java.util.Optional;

/** The two objects of the cluster that certificates live in. Every write names the version that it is based on. */
interface CertificateStore extends TrustStore {

    /**
     * Reads both objects, the configuration first. A replica may be held up between the two for as long as others need for a whole
     * rotation: trust that is older than the authorities is written on an old version, and refused. The other way round, trust would
     * be taken from an authority that is newer than what was read of them.
     *
     * @throws StoreUnavailable if the API server cannot be reached or refuses
     */
    default Observed observe() {
        var configuration = configuration();
        return new Observed(secret(), configuration, time());
    }

    /** {@return the time by the clock of the API server, as it was read last} */
    default Optional<Instant> time() {
        return Optional.empty();
    }

    /** Reads who signs. */
    SecretReading secret();

    /** Writes the Secret; makes it where it is based on no version. */
    WriteResult write(Optional<String> version, Authorities content);

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
