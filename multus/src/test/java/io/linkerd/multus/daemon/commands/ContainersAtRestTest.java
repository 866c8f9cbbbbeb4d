// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.daemon.server.ContainerTurns;
import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ContainersAtRestTest {
    private static final CniError FAILURE = CniError.of("a plugin failed");

    private final Set<String> inWork = new HashSet<>();
    private final Deadline deadline = Deadline.in(Duration.ofMinutes(1), () -> 0);

    @Test
    void removesAContainerInItsTurn() {
        assertThat(remove(new AfterBusyTurn(Set.of()))).contains(FAILURE);
    }

    @Test
    void leavesAContainerThatACommandCameToBeforeItsTurn() {
        assertThat(remove(new AfterBusyTurn(Set.of("a")))).isEmpty();
    }

    @Test
    void doesNotWaitForAContainerThatIsInWork() {
        inWork.add("a");

        assertThat(remove(new Never())).isEmpty();
    }

    @Test
    void asksForAnotherTryWhereTheTurnDoesNotCome() {
        assertThat(remove(new Never()))
                .contains(new CniError(
                        CniError.TRY_AGAIN_LATER, "container a was not taken out of its networks: too late"));
    }

    private Optional<CniError> remove(ContainerTurns turns) {
        return new ContainersAtRest(() -> Set.copyOf(inWork), turns).remove("a", () -> Optional.of(FAILURE), deadline);
    }

    /** A turn that comes after the commands of some containers. */
    private final class AfterBusyTurn implements ContainerTurns {
        private final Set<String> busy;

        AfterBusyTurn(Set<String> busy) {
            this.busy = busy;
        }

        @Override
        public <T> Result<T> inTurnOf(String container, Supplier<T> part, Deadline end) {
            inWork.addAll(busy);
            return new Result.Ok<>(part.get());
        }
    }

    private record Never() implements ContainerTurns {
        @Override
        public <T> Result<T> inTurnOf(String container, Supplier<T> part, Deadline end) {
            return new Result.Not<>("too late");
        }
    }
}
