// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;

/**
 * Makes calls of which the whole answer is wanted.
 *
 * @param transport carries them
 * @param longest how long a call may take from end to end where nothing else is said; the API server itself gives up after 60 s
 */
public record ApiClient(ApiTransport transport, Duration longest) {
    /** Makes one call. */
    public ApiAnswer<JsonValue> call(ApiCall call) {
        return call(call, longest);
    }

    /** Makes one call that may take at most so long, all that belongs to it together. */
    public ApiAnswer<JsonValue> call(ApiCall call, Duration deadline) {
        return transport.ask(call, Deadline.in(deadline, System::nanoTime), ApiReading.whole());
    }
}
