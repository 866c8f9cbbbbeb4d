// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.daemon.server.Answer;
import io.linkerd.multus.daemon.server.ContainerTurns;
import io.linkerd.multus.daemon.server.RequestHandler;
import io.linkerd.multus.daemon.server.RequestHandler.Work;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.Optional;

/** Carries out a DEL of the spool as if a shim had just posted it, unless its file has gone while it waited for its turn. */
record Replay(SpoolFile file, String container, SpoolFolder folder, RequestHandler handler) {

    /** {@return what the server has to do in the container's turn} */
    Work work() {
        return new Work() {
            @Override
            public Optional<String> container() {
                return Optional.of(container);
            }

            @Override
            public Answer carryOut(Deadline deadline, ContainerTurns turns) {
                return inTurn(deadline, turns);
            }
        };
    }

    /** Does it; the turn has come. */
    Answer inTurn(Deadline deadline, ContainerTurns turns) {
        return switch (folder.read(file)) {
            case SpoolReading.Found(var delete) ->
                handler.read(Endpoint.CNI, delete.bytes()).carryOut(deadline, turns);
            case SpoolReading.Gone _ -> Answer.done();
            case SpoolReading.Unfit(var reason) -> Answer.failed(reason);
            case SpoolReading.Unreadable(var reason) -> Answer.failed(reason);
        };
    }
}
