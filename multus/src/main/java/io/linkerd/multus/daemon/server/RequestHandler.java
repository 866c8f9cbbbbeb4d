// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.Optional;

/** Knows what requests mean. Each is read at once, and carried out when its turn has come, on a virtual thread of its own. */
public interface RequestHandler {
    /** Reads a request, without any effect; {@return what to do} For a request that is malformed, to answer so. */
    Work read(Endpoint endpoint, byte[] body);

    /** A request that was read. */
    interface Work {
        /** {@return the container whose other requests this one waits for; none where it concerns the node} */
        Optional<String> container();

        /**
         * Does it.
         *
         * @param deadline comes early where the client goes away, or the daemon's stop leaves no more time; what was added is taken back then
         * @param turns for what concerns the node, and a container as well
         * @return the answer, which reaches the client unless it has gone
         */
        Answer carryOut(Deadline deadline, ContainerTurns turns);
    }
}
