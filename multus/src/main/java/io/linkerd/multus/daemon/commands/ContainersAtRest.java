// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.daemon.server.ContainerTurns;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The containers that a GC may take away: those that no command has been at work on since it began.
 *
 * @param inWork the others
 */
record ContainersAtRest(Supplier<Set<String>> inWork, ContainerTurns turns) {

    /**
     * Removes a container in its turn, unless a command comes before; that one leaves nothing, or what is wanted.
     *
     * @return why it could not be removed
     */
    Optional<CniError> remove(String container, Supplier<Optional<CniError>> removal, Deadline deadline) {
        if (isInWork(container)) {
            return Optional.empty(); // nor does it hold the GC up
        }
        return switch (turns.inTurnOf(
                container, () -> isInWork(container) ? Optional.<CniError>empty() : removal.get(), deadline)) {
            case Result.Ok<Optional<CniError>>(var failure) -> failure;
            case Result.Not<Optional<CniError>>(var reason) ->
                Optional.of(new CniError(
                        CniError.TRY_AGAIN_LATER,
                        "container " + container + " was not taken out of its networks: " + reason));
        };
    }

    private boolean isInWork(String container) {
        return inWork.get().contains(container);
    }
}
