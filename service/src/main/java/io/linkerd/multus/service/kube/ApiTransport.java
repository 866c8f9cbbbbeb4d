// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.service.clocks.Deadline;

/** Carries calls to the API server. None of what may go wrong on the way is an exception. */
public interface ApiTransport {
    /** Makes one call; answer and reading end with the deadline, and at once where that is abandoned. */
    <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading);
}
