// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Response;
import okio.AsyncTimeout;

/**
 * The beginning of a list or watch. A watch may be silent for minutes once it is open; a server that takes the connection and answers
 * nothing, not even to the TLS handshake, would else hold it for just as long, and nobody would know that nothing is heard.
 */
final class Opening extends AsyncTimeout {
    private final Call call;

    private Opening(Call call, Duration longest) {
        this.call = call;
        timeout(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * {@return the answer that has begun}
     *
     * @throws IOException when none did in time, or the connection failed
     */
    static Response of(Call call, Duration longest) throws IOException {
        var opening = new Opening(call, longest);
        opening.enter();
        Response response;
        try {
            response = call.execute();
        } catch (IOException failed) {
            throw opening.exit() ? late(longest) : failed;
        }
        if (opening.exit()) {
            response.close();
            throw late(longest);
        }
        return response;
    }

    @Override
    protected void timedOut() {
        call.cancel();
    }

    private static IOException late(Duration longest) {
        return new InterruptedIOException("no answer within " + longest.toSeconds() + " s");
    }
}
