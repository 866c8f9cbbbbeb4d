// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.time.Duration;

/** Carries lists and watches, whose answers arrive for longer than one deadline would allow. */
public interface StreamTransport {
    /**
     * How long a watch may take to begin: a little more than the 15 seconds for which an API server lets a request wait for its turn. A server
     * that takes the connection and answers nothing, not even to the TLS handshake, would else hold it for as long as a watch may be silent.
     */
    Duration OPENING = Duration.ofSeconds(20);

    /**
     * Makes a call and has its answer read, on the calling thread, until the reading returns, {@code silence} has gone by without a byte, or
     * the thread is interrupted, which has to be a virtual one for that.
     *
     * @param opening in which the answer has to begin
     */
    <T> ApiAnswer<T> stream(ApiCall call, Duration opening, Duration silence, ApiReading<T> reading);
}
