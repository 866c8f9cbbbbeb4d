// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.service.kube.WatchTransport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Response;
import okio.AsyncTimeout;

/**
 * The beginning of a watch. It may be silent for as long as it likes once it is open; a server that takes the connection and answers
 * nothing, not even to the TLS handshake, would else hold it for just as long, and nobody would know that nothing is heard.
 */
final class Opening extends AsyncTimeout {
    private final Call call;

    private Opening(Call call) {
        this.call = call;
        timeout(WatchTransport.OPENING.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * {@return the answer that has begun}
     *
     * @throws IOException when none did in time, or the connection failed
     */
    static Response of(Call call) throws IOException {
        var opening = new Opening(call);
        opening.enter();
        Response response;
        try {
            response = call.execute();
        } catch (IOException failed) {
            throw opening.exit() ? late() : failed;
        }
        if (opening.exit()) {
            response.close();
            throw late();
        }
        return response;
    }

    @Override
    protected void timedOut() {
        call.cancel();
    }

    private static IOException late() {
        return new InterruptedIOException("no answer within " + WatchTransport.OPENING.toSeconds() + " s");
    }
}
