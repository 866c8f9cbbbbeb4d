// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.openapi.ApiException;
import io.linkerd.multus.webhook.certificates.CertificateStore.StoreUnavailable;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import java.net.HttpURLConnection;
import java.util.Optional;

/** Tells the expected ends of a call to the API server from those that only time can mend. */
final class StoreCalls {

    private StoreCalls() {}

    /** A call to the API server. */
    interface ApiCall<T> {
        T run() throws ApiException;
    }

    static <T> Optional<T> read(String what, ApiCall<T> call) {
        try {
            return Optional.of(call.run());
        } catch (ApiException e) {
            if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return Optional.empty();
            }
            throw unavailable(what, e);
        }
    }

    /** Not found counts as a lost race too: what was read a moment ago has gone. */
    static WriteResult write(String what, ApiCall<?> call) {
        try {
            call.run();
            return WriteResult.WRITTEN;
        } catch (ApiException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return WriteResult.LOST_RACE;
            }
            throw unavailable(what, e);
        }
    }

    private static StoreUnavailable unavailable(String what, ApiException e) {
        String answer = e.getCode() == 0 ? "no answer" : "status " + e.getCode();
        return new StoreUnavailable("cannot " + what + ": " + answer + ", trying again", e);
    }
}
